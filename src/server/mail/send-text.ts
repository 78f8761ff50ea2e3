import { AppError } from '#base/app-error.ts'
import type { Settings, SmsGateway } from '../settings.ts'
import { findDestination } from '../webhooks/find-destination.ts'
import { postMessage } from '../webhooks/post-message.ts'
import type { Mail } from './mail-sender.ts'

/**
 * Hands a text message to the gateway: POST of `{"to": "+49…", "text": "…"}`, with the token as bearer; any 2xx means taken.
 * Goes by the same guarded way as webhooks: no inner addresses, no redirects, ten seconds. Throws 503 when it was not taken.
 */
export async function sendText(gateway: SmsGateway, settings: Settings, mail: Mail): Promise<void> {
  const destination = await findDestination(gateway.url, settings)
  const headers: Record<string, string> =
    gateway.token === null ? {} : { Authorization: `Bearer ${gateway.token}` }
  const body = JSON.stringify({ to: mail.to, text: mail.text })
  const { status } = await postMessage(destination, headers, body)
  if (status < 200 || status > 299)
    throw new AppError('unavailable', `The text message was not taken: the gateway answered ${status}.`)
}
