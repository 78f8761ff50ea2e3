import { mailOf, oneLine } from '../mail/compose-mail.ts'
import type { Mail } from '../mail/mail-sender.ts'

export interface InviteMail {
  to: string
  inviter: string
  tenantName: string
  /** Where the invitation is accepted; holds the token. */
  link: string
}

/** The mail that invites a person. */
export function inviteMail({ to, inviter, tenantName, link }: InviteMail): Mail {
  const [who, where] = [oneLine(inviter).slice(0, 120), oneLine(tenantName).slice(0, 120)]
  return mailOf(to, `${who} invites you to ${where}`, [
    `${who} invites you to work in “${where}” on Formwork.`,
    { label: `Join ${where}`, url: link },
    `The link works once, for ${to}, for seven days. If you did not expect it, you need do nothing.`,
  ])
}
