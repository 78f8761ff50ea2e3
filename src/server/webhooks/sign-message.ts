import { createHmac, randomBytes } from 'node:crypto'

/** A new secret as Standard Webhooks writes it: `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * The headers that prove where a message is from (Standard Webhooks): the same id for every try, so that whoever gets it
 * twice can tell; the time of this try in seconds; and their signature.
 */
export function signedHeaders(
  secret: string,
  id: string,
  body: string,
  now = Date.now(),
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
