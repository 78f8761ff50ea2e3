import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { Services } from '../services.ts'
import { findDestination } from '../webhooks/find-destination.ts'
import { postMessage } from '../webhooks/post-message.ts'
import { signedHeaders } from '../webhooks/sign-message.ts'
import type { PendingCall } from './run-state.ts'

const find = 'select secret from app_private.workflow_secrets where tenant_id = $1 and workflow_id = $2'

/**
 * Makes a call by the guarded way of webhooks: no inner addresses, no redirects, ten seconds. Each try carries the same
 * `Idempotency-Key` and `webhook-id`; where the workflow has a secret, it is signed as deliveries of webhooks are, anew at
 * each try. Throws `destination_blocked` for good, and `unavailable` for what may go well another time.
 */
export async function sendCall(
  { settings, database }: Services,
  workflow: { tenantId: string; id: string },
  call: PendingCall,
): Promise<{ status: number; answer: unknown }> {
  const destination = await findDestination(call.url, settings)
  const body = JSON.stringify(call.body ?? null)
  const { rows } = await database.owner.query<{ secret: string }>(find, [workflow.tenantId, workflow.id])
  const signature = rows[0] ? signedHeaders(rows[0].secret, call.key, body) : { 'webhook-id': call.key }
  const headers = { 'Idempotency-Key': call.key, ...signature }
  const { status, answer } = await postMessage(destination, headers, body).catch((error: unknown) => {
    throw new AppError('unavailable', saying('{{host}} could not be reached.', { host: destination.host }), {
      cause: error,
    })
  })
  if (status >= 200 && status < 300) return { status, answer: readAnswer(answer) }
  const code = status >= 500 || status === 429 || status === 408 || status === 425 ? 'unavailable' : 'invalid'
  throw new AppError(
    code,
    saying('{{host}} answered {{status}}: {{answer}}', {
      host: destination.host,
      status,
      answer: answer.slice(0, 300),
    }),
  )
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
