import { setTimeout as wait } from 'node:timers/promises'
import type { Reason } from '#contracts/reason.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { retryAfter } from '../webhooks/retry-after.ts'
import type { Mail } from './mail-sender.ts'
import { isRefusedForGood } from './refused-mail.ts'
import { whyNotSent } from './why-not-sent.ts'

/** A message that this process alone is at. */
export interface TakenMessage {
  tenantId: string
  id: string
}

interface Row extends Mail {
  key: string
  attempts: number
  is_here: boolean
}

interface Outcome {
  status: 'waiting' | 'sent' | 'failed'
  reasons: Reason[] | null
  /** Seconds until the next try. */
  wait: number
}

const begin = `
  update app.outgoing_messages m set attempts = attempts + 1
  where tenant_id = $1 and id = $2 and status = 'waiting'
  returning recipient as "to", channel, subject, body_text as text, body_html as html, key, attempts,
    user_id is null or exists (
      select from app.memberships s where s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.suspended_at is null
    ) as is_here`
const note = `
  update app.outgoing_messages set status = $3, reasons = $4,
    next_at = case when $3 = 'waiting' then clock_timestamp() + make_interval(secs => $5) end,
    sent_at = case when $3 = 'sent' then clock_timestamp() end,
    body_text = case when $3 = 'sent' then '' else body_text end,
    body_html = case when $3 = 'sent' then '' else body_html end
  where tenant_id = $1 and id = $2`
const leave = 'update app_private.message_queue set worker = null where message_id = $1 and worker = $2'

/**
 * Sends a message once and puts down what came of it. What the server took is said until the database has heard it, as long
 * as this process lives (`isStopped`): until then nobody else sends it.
 */
export async function sendMessage(
  services: Services,
  worker: string,
  message: TakenMessage,
  isStopped: () => boolean,
): Promise<void> {
  const { tenantId, id } = message
  const row = await inBackground(services.database, tenantId, async (tx) => {
    const { rows } = await tx.query<Row>(begin, [tenantId, id])
    return rows[0]
  })
  const outcome = row && (await attempt(services, row))
  for (;;)
    try {
      await inBackground(services.database, tenantId, async (tx) => {
        if (outcome)
          await tx.query(note, [
            tenantId,
            id,
            outcome.status,
            outcome.reasons && JSON.stringify(outcome.reasons),
            outcome.wait,
          ])
        await tx.query(leave, [id, worker])
      })
      return
    } catch (error) {
      if (isStopped()) throw error
      services.log.warn('What became of a message is not written down yet', {
        message: id,
        why: String(error),
      })
      await wait(1000)
    }
}

async function attempt(
  { mail, log }: Services,
  { is_here: isHere, attempts, ...row }: Row,
): Promise<Outcome> {
  if (!isHere) return failed({ message: 'Whoever it is for is no longer a member.' })
  try {
    await mail.send(row)
    return { status: 'sent', reasons: null, wait: 0 }
  } catch (error) {
    log.error(row.channel === 'sms' ? 'A text message could not be sent' : 'A mail could not be sent', {
      why: error instanceof Error ? error.message : String(error),
    })
    const reason = whyNotSent(error, row.channel)
    const pause = isRefusedForGood(error) ? null : retryAfter(attempts)
    return pause === null ? failed(reason) : { status: 'waiting', reasons: [reason], wait: pause }
  }
}

const failed = (reason: Reason): Outcome => ({ status: 'failed', reasons: [reason], wait: 0 })
