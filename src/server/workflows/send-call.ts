import { AppError } from '#base/app-error.ts'
import type { Services } from '../services.ts'
import { findDestination } from '../webhooks/find-destination.ts'
import { postMessage } from '../webhooks/post-message.ts'
import type { PendingCall } from './run-state.ts'

/**
 * Makes a call by the guarded way of webhooks: no inner addresses, no redirects, ten seconds. Each try carries the same
 * `Idempotency-Key`. Throws `destination_blocked` for good, and `unavailable` for what may go well another time.
 */
export async function sendCall(
  { settings }: Services,
  call: PendingCall,
): Promise<{ status: number; answer: unknown }> {
  const destination = await findDestination(call.url, settings)
  const { status, answer } = await postMessage(
    destination,
    { 'Idempotency-Key': call.key, 'webhook-id': call.key },
    JSON.stringify(call.body ?? null),
  ).catch((error: unknown) => {
    throw new AppError('unavailable', `${destination.host} could not be reached.`, { cause: error })
  })
  if (status >= 200 && status < 300) return { status, answer: readAnswer(answer) }
  const code = status >= 500 || status === 429 || status === 408 || status === 425 ? 'unavailable' : 'invalid'
  throw new AppError(code, `${destination.host} answered ${status}: ${answer.slice(0, 300)}`)
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
