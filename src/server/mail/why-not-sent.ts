import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { Reason } from '#contracts/reason.ts'
import { isServerAway, serverAnswer } from './refused-mail.ts'

/** Why a message was not taken, for its readers: what the server said of it, and nothing of how we reach that server. */
export function whyNotSent(error: unknown, channel: 'email' | 'sms'): Reason {
  if (error instanceof AppError) return { message: error.message, ...error.said }
  if (channel === 'sms') return { message: 'The gateway for text messages could not be reached.' }
  if (isServerAway(error)) return { message: 'The mail server could not be reached.' }
  const answer = serverAnswer(error)
  return answer === null
    ? { message: 'The mail server did not take it.' }
    : saying('The mail server refused it: {{reason}}', { reason: answer })
}
