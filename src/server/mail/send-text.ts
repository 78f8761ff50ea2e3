import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { Settings, SmsGateway } from '../settings.ts'
import { findDestination } from '../webhooks/find-destination.ts'
import { postMessage } from '../webhooks/post-message.ts'
import type { Mail } from './mail-sender.ts'
import { outsideKey } from './message-id.ts'

/** The gateway has something against the text message or its number: to send it again is of no use. */
export class RefusedText extends AppError {}

// What it has against us (401, 403) or says of now (429, 5xx) may be mended.
const ofTheMessage = new Set([400, 404, 410, 422])

/**
 * Hands a text message to the gateway: POST of `{"to": "+49…", "text": "…"}`, with the token as bearer; any 2xx means taken.
 * Each try of one message carries the same `Idempotency-Key`. Goes by the same guarded way as webhooks: no inner addresses,
 * no redirects, ten seconds. Throws 503 when it was not taken.
 */
export async function sendText(gateway: SmsGateway, settings: Settings, mail: Mail): Promise<void> {
  const destination = await findDestination(gateway.url, settings)
  const headers: Record<string, string> = {
    ...(gateway.token !== null && { Authorization: `Bearer ${gateway.token}` }),
    ...(mail.key !== undefined && { 'Idempotency-Key': outsideKey(mail.key) }),
  }
  const body = JSON.stringify({ to: mail.to, text: mail.text })
  const { status } = await postMessage(destination, headers, body)
  if (status >= 200 && status <= 299) return
  const message = saying('The text message was not taken: the gateway answered {{status}}.', { status })
  throw ofTheMessage.has(status)
    ? new RefusedText('unavailable', message)
    : new AppError('unavailable', message)
}
