import type { Mail } from '../mail/mail-sender.ts'

export interface InviteMail {
  to: string
  inviter: string
  tenantName: string
  /** Where the invitation is accepted; holds the token. */
  link: string
}

/** The mail that invites a person. Names are other people's text, so they are escaped in HTML and kept to one line. */
export function inviteMail({ to, inviter, tenantName, link }: InviteMail): Mail {
  const [who, where] = [oneLine(inviter), oneLine(tenantName)]
  return {
    to,
    channel: 'email',
    subject: `${who} invites you to ${where}`,
    text: [
      `${who} invites you to work in “${where}” on Formwork.`,
      '',
      `Open this link to join:`,
      link,
      '',
      `The link works once, for ${to}, for seven days. If you did not expect it, you need do nothing.`,
    ].join('\n'),
    html: [
      `<p>${escape(who)} invites you to work in “${escape(where)}” on Formwork.</p>`,
      `<p><a href="${escape(link)}">Join ${escape(where)}</a></p>`,
      `<p>The link works once, for ${escape(to)}, for seven days. If you did not expect it, you need do nothing.</p>`,
    ].join('\n'),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
