import type { PlatformMail } from './auth-context.ts'
import type { MailKind } from './one-time-tokens.ts'

interface MailWords {
  subject: string
  lead: string
  code: string
  button: string | null
}

type MailWordsOf = Record<Exclude<MailKind, 'phone_change'>, MailWords>

/** The languages that codes are sent in; English to who has chosen none of them. */
const words = {
  en: {
    kinds: {
      signup: {
        subject: 'Confirm your e-mail address',
        lead: 'Welcome to Formwork. One step is left: confirm that this address is yours.',
        code: 'Your confirmation code is',
        button: 'Confirm this address',
      },
      invite: {
        subject: 'You are invited',
        lead: 'You are invited to Formwork. One step is left: confirm that this address is yours.',
        code: 'Your confirmation code is',
        button: 'Accept the invitation',
      },
      magiclink: {
        subject: 'Your sign-in code',
        lead: 'Somebody, hopefully you, asked to sign in to Formwork with this address.',
        code: 'Your sign-in code is',
        button: 'Sign in',
      },
      recovery: {
        subject: 'Set a new password',
        lead: 'Somebody, hopefully you, asked to set a new Formwork password for this address.',
        code: 'Your code is',
        button: 'Set a new password',
      },
      email_change: {
        subject: 'Confirm the change of your e-mail address',
        lead: 'The e-mail address of a Formwork account is about to change. It changes once the old and the new address have both confirmed.',
        code: 'The confirmation code for this address is',
        button: 'Confirm the change',
      },
      reauthentication: {
        subject: 'Confirm that it is you',
        lead: 'You are about to change the password of your Formwork account.',
        code: 'Your confirmation code is',
        button: null,
      },
    } satisfies MailWordsOf,
    open: (button: string) => `${button}, or open this link:`,
    closing:
      'It works once and for one hour. If you did not ask for it, ignore this mail: nothing happens without the code.',
    text: (code: string) =>
      `Your Formwork code is ${code}. It works once and for ten minutes. Tell it to nobody.`,
  },
  de: {
    kinds: {
      signup: {
        subject: 'E-Mail-Adresse bestätigen',
        lead: 'Willkommen bei Formwork. Ein Schritt fehlt noch: Bestätigen Sie, dass diese Adresse Ihnen gehört.',
        code: 'Ihr Bestätigungscode lautet',
        button: 'Adresse bestätigen',
      },
      invite: {
        subject: 'Sie sind eingeladen',
        lead: 'Sie sind zu Formwork eingeladen. Ein Schritt fehlt noch: Bestätigen Sie, dass diese Adresse Ihnen gehört.',
        code: 'Ihr Bestätigungscode lautet',
        button: 'Einladung annehmen',
      },
      magiclink: {
        subject: 'Ihr Anmeldecode',
        lead: 'Jemand, hoffentlich Sie, möchte sich mit dieser Adresse bei Formwork anmelden.',
        code: 'Ihr Anmeldecode lautet',
        button: 'Anmelden',
      },
      recovery: {
        subject: 'Neues Passwort setzen',
        lead: 'Jemand, hoffentlich Sie, möchte für diese Adresse ein neues Passwort bei Formwork setzen.',
        code: 'Ihr Code lautet',
        button: 'Neues Passwort setzen',
      },
      email_change: {
        subject: 'Änderung Ihrer E-Mail-Adresse bestätigen',
        lead: 'Die E-Mail-Adresse eines Formwork-Kontos soll geändert werden. Sie ändert sich, sobald die alte und die neue Adresse bestätigt haben.',
        code: 'Der Bestätigungscode für diese Adresse lautet',
        button: 'Änderung bestätigen',
      },
      reauthentication: {
        subject: 'Bestätigen, dass Sie es sind',
        lead: 'Sie sind dabei, das Passwort Ihres Formwork-Kontos zu ändern.',
        code: 'Ihr Bestätigungscode lautet',
        button: null,
      },
    } satisfies MailWordsOf,
    open: (button: string) => `${button}, oder öffnen Sie diesen Link:`,
    closing:
      'Der Code gilt einmal und eine Stunde lang. Wenn Sie ihn nicht angefordert haben, beachten Sie diese Mail nicht: Ohne den Code geschieht nichts.',
    text: (code: string) =>
      `Ihr Formwork-Code lautet ${code}. Er gilt einmal und zehn Minuten lang. Geben Sie ihn niemandem weiter.`,
  },
} as const
const wordsIn = (language: string | null) => (language === 'de' ? words.de : words.en)

/** The mail that carries a code and, where there is one, a link. The text holds exactly one six-digit number. */
export function composeMail(
  to: string,
  kind: Exclude<MailKind, 'phone_change'>,
  code: string,
  link: string | null,
  language: string | null,
): PlatformMail {
  const { kinds, open, closing } = wordsIn(language)
  const { subject, lead, code: codeLead, button }: MailWords = kinds[kind]
  const textLink = link && button ? `\n\n${open(button)}\n${link}` : ''
  const htmlLink = link && button ? `<p><a href="${escapeHtml(link)}">${button}</a></p>` : ''
  return {
    to,
    channel: 'email',
    subject,
    text: `${lead}\n\n${codeLead} ${code}${textLink}\n\n${closing}\n`,
    html: `<p>${lead}</p><p>${codeLead} <strong style="font-size:1.4em;letter-spacing:.1em">${code}</strong></p>${htmlLink}<p>${closing}</p>`,
  }
}

/** The text message that carries a code: one message long, and nothing in it to press. */
export const composeText = (to: string, code: string, language: string | null): PlatformMail =>
  noticeText(to, wordsIn(language).text(code))

/** A text message that only says something. */
export const noticeText = (to: string, text: string): PlatformMail => ({
  to: `+${to}`,
  channel: 'sms',
  subject: 'Formwork',
  text,
  html: '',
})

/** The link of a mail. Digits of the redirect are escaped where six in a row could pass for the code. */
export function verifyLink(publicUrl: string, linkToken: string, type: string, redirectTo: string): string {
  const plain = encodeURIComponent(redirectTo)
  const redirect = /\d{6}/.test(plain) ? escapeDigits(redirectTo) : plain
  return `${publicUrl}/auth/v1/verify?token=${linkToken}&type=${type}&redirect_to=${redirect}`
}

const escapeDigits = (text: string): string =>
  text
    .split(/(\d)/)
    .map((part) => (/^\d$/.test(part) ? `%3${part}` : encodeURIComponent(part)))
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
