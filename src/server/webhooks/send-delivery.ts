import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { Reason } from '#contracts/reason.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { asPerson } from '../members/as-person.ts'
import { composeMessage } from './compose-message.ts'
import { findDestination } from './find-destination.ts'
import { postMessage } from './post-message.ts'
import { patience, retryAfter } from './retry-after.ts'
import { signedHeaders } from './sign-message.ts'
import { stopWebhook } from './stop-webhook.ts'

/** A delivery this process has taken, with its webhook. */
export interface ClaimedDelivery {
  id: string
  webhook_id: string
  kind: string
  number: string | null
  model: string | null
  record_id: string | null
  fields: string[] | null
  actor_id: string | null
  changed_at: Date | null
  /** Of this try too. */
  attempts: number
  user_id: string
  name: string
  url: string
  secret: string
}

interface Outcome {
  delivered: boolean
  /** No use in trying again. */
  final: boolean
  status: number | null
  /** What the address answered; null when the message did not get there. */
  answer: string | null
  /** Why it did not get there. */
  reasons?: Reason[]
}

/** Sends a delivery once and puts down what came of it. */
export async function sendDelivery(
  services: Services,
  tenantId: string,
  delivery: ClaimedDelivery,
): Promise<void> {
  const start = performance.now()
  const outcome = await attempt(services, tenantId, delivery)
  await note(services, tenantId, delivery, outcome, Math.round(performance.now() - start))
}

async function attempt(services: Services, tenantId: string, delivery: ClaimedDelivery): Promise<Outcome> {
  const message = await inBackground(services.database, tenantId, async (tx) => {
    const context = await asPerson(tx, services, tenantId, delivery.user_id)
    return context && composeMessage(context, delivery)
  })
  if (!message) return lost({ message: 'The owner may no longer read this.' }, true)
  const body = JSON.stringify(message)
  try {
    const destination = await findDestination(delivery.url, services.settings)
    const { status, answer } = await postMessage(
      destination,
      signedHeaders(delivery.secret, delivery.id, body),
      body,
    )
    return { delivered: status >= 200 && status < 300, final: status === 410, status, answer }
  } catch (error) {
    const blocked = error instanceof AppError && error.code === 'destination_blocked'
    return lost(reasonOf(error), blocked)
  }
}

const lost = (reason: Reason, final: boolean): Outcome => ({
  delivered: false,
  final,
  status: null,
  answer: null,
  reasons: [reason],
})

function reasonOf(error: unknown): Reason {
  if (error instanceof AppError) return { message: error.message, ...error.said }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return { message: 'No answer within ten seconds.' }
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300)
  return saying('The connection failed: {{reason}}', { reason })
}

// Whoever asked for one more try meanwhile has begun the count of tries anew, and still gets it.
const delivered = `
  update app.webhook_deliveries set status = case attempts when $6 then 'delivered' else status end,
    delivered_at = clock_timestamp(), claimed_until = null, http_status = $3, answer = $4, took_ms = $5, reasons = $7
  where tenant_id = $1 and id = $2`
const works = `update app.webhooks set failing_since = null where tenant_id = $1 and id = $2 and failing_since is not null`
const refused = `
  update app.webhook_deliveries set status = case attempts when $6 then $8 else status end,
    next_at = case attempts when $6 then clock_timestamp() + make_interval(secs => $9) else next_at end,
    claimed_until = null, http_status = $3, answer = $4, took_ms = $5, reasons = $7
  where tenant_id = $1 and id = $2`
const fails = `
  update app.webhooks set failing_since = coalesce(failing_since, now()) where tenant_id = $1 and id = $2
  returning failing_since < now() - make_interval(secs => $3) as given_up`

async function note(
  services: Services,
  tenantId: string,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  took: number,
): Promise<void> {
  const reasons = outcome.reasons ? JSON.stringify(outcome.reasons) : null
  const facts = [tenantId, delivery.id, outcome.status, outcome.answer, took, delivery.attempts, reasons]
  await inBackground(services.database, tenantId, async (tx) => {
    if (outcome.delivered) {
      await tx.query(delivered, facts)
      await tx.query(works, [tenantId, delivery.webhook_id])
      return
    }
    const isTest = delivery.kind === 'test'
    const wait = outcome.final || isTest ? null : retryAfter(delivery.attempts)
    await tx.query(refused, [...facts, wait === null ? 'failed' : 'waiting', wait ?? 0])
    if (isTest) return
    const webhook = { ...delivery, id: delivery.webhook_id }
    if (outcome.status === 410) return stopWebhook(tx, services, tenantId, webhook, 'gone')
    const { rows } = await tx.query<{ given_up: boolean }>(fails, [tenantId, delivery.webhook_id, patience])
    if (rows[0]?.given_up) await stopWebhook(tx, services, tenantId, webhook, 'failing')
  })
}
