import { RefusedText } from './send-text.ts'

interface SmtpError {
  code?: unknown
  command?: unknown
  responseCode?: unknown
  response?: unknown
}

// RFC 3463: 5.7 is policy (a relay or sender that is not allowed), 5.4 the network and quotas. Both are ours to mend, and servers
// say them as late as at the recipient.
const oursToMend = /^5\d\d[ -]5\.[47]\./

const fieldsOf = (error: unknown): SmtpError => (error instanceof Error ? (error as SmtpError) : {})

/**
 * Whether a mail server refused this mail or whom it goes to for good (5xx to the recipient or the message), or a gateway a
 * text message: to send it again is of no use. What it has against the sender or the sign-in is no fault of the mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof RefusedText) return true
  const { command, responseCode, response } = fieldsOf(error)
  if (typeof responseCode !== 'number' || responseCode < 500) return false
  const isOurs = typeof response === 'string' && oursToMend.test(response)
  return !isOurs && (command === 'RCPT TO' || command === 'DATA')
}

const away: readonly unknown[] = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH']

/** Whether the mail server could not be reached or let nobody in: the next mail would fare no better. */
export const isServerAway = (error: unknown): boolean => away.includes(fieldsOf(error).code)

/** What the mail server said, in one line; null when it said nothing. */
export function serverAnswer(error: unknown): string | null {
  const { response, responseCode } = fieldsOf(error)
  if (typeof responseCode !== 'number' || typeof response !== 'string') return null
  return response.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}
