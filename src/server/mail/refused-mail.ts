interface SmtpError {
  code?: unknown
  command?: unknown
  responseCode?: unknown
}

const fieldsOf = (error: unknown): SmtpError => (error instanceof Error ? (error as SmtpError) : {})

/**
 * Whether a mail server refused this mail or whom it goes to for good (5xx to the recipient or the message): to send it again
 * is of no use. What it has against the sender or the sign-in is no fault of the mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = fieldsOf(error)
  return (
    typeof responseCode === 'number' && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  )
}

const away: readonly unknown[] = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH']

/** Whether the mail server could not be reached or let nobody in: the next mail would fare no better. */
export const isServerAway = (error: unknown): boolean => away.includes(fieldsOf(error).code)
