import type { Language } from '#contracts/language.ts'
import { mailOf, oneLine } from '../mail/compose-mail.ts'
import type { Mail } from '../mail/mail-sender.ts'

export interface InviteMail {
  to: string
  inviter: string
  tenantName: string
  /** Where the invitation is accepted; holds the token. */
  link: string
  language: Language
}

const words = {
  en: {
    subject: (who: string, where: string) => `${who} invites you to ${where}`,
    lead: (who: string, where: string) => `${who} invites you to work in “${where}” on Formwork.`,
    join: (where: string) => `Join ${where}`,
    closing: (to: string) =>
      `The link works once, for ${to}, for seven days. If you did not expect it, you need do nothing.`,
  },
  de: {
    subject: (who: string, where: string) => `${who} lädt Sie zu ${where} ein`,
    lead: (who: string, where: string) => `${who} lädt Sie ein, in „${where}“ auf Formwork mitzuarbeiten.`,
    join: (where: string) => `Einladung zu ${where} annehmen`,
    closing: (to: string) =>
      `Der Link gilt einmal, für ${to}, sieben Tage lang. Wenn Sie ihn nicht erwartet haben, brauchen Sie nichts zu tun.`,
  },
} as const

/** The mail that invites a person. */
export function inviteMail({ to, inviter, tenantName, link, language }: InviteMail): Mail {
  const say = words[language]
  const [who, where] = [oneLine(inviter).slice(0, 120), oneLine(tenantName).slice(0, 120)]
  return mailOf(to, say.subject(who, where), [
    say.lead(who, where),
    { label: say.join(where), url: link },
    say.closing(to),
  ])
}
