import { createHash } from 'node:crypto'

/** What a message is known by outside, the same for each of its tries; tells nothing of what it is made from. */
export const outsideKey = (key: string): string =>
  createHash('sha256').update(`formwork message ${key}`).digest('hex').slice(0, 32)

/**
 * The Message-ID of a mail, in the domain it comes from: a mail that a server took twice is one for whoever reads it.
 * @example messageIdOf('run_3_email_ada', 'Formwork <office@bau.de>', 'mail.host') // '<4f…@bau.de>'
 */
export function messageIdOf(key: string, from: string, host: string): string {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? host
  return `<${outsideKey(key)}@${domain}>`
}
