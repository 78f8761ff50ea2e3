import type { WebhookMessage } from '#contracts/webhook.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { ClaimedDelivery } from './send-delivery.ts'

/**
 * The body of a delivery as its owner may read it at this moment: fields they may no longer read are left out, a record
 * they no longer see is null. Null when the whole model is closed to them by now.
 */
export async function composeMessage(
  context: RecordContext,
  delivery: ClaimedDelivery,
): Promise<WebhookMessage | null> {
  const timestamp = (delivery.changed_at ?? new Date()).toISOString()
  if (delivery.kind === 'test') return { type: 'webhook.test', timestamp, data: {} }
  const number = Number(delivery.number)
  if (delivery.kind === 'lost') return { type: 'changes.lost', timestamp, data: { number } }
  const { workspace, access } = context
  const model = workspace.models.get(delivery.model ?? '')
  if (!model || !access.can(model, 'read')) return null
  const id = delivery.record_id ?? ''
  const { rows } = await ask(context, {
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    page: { size: 1 },
  })
  const kind = delivery.kind === 'gone' || delivery.kind === 'purged' ? 'deleted' : delivery.kind
  return {
    type: `record.${kind}`,
    timestamp,
    data: {
      model: model.key,
      id,
      number,
      by: delivery.actor_id,
      fields: delivery.fields?.filter((key) => access.mayRead(model, key, true)) ?? null,
      record: rows[0] ?? null,
    },
  }
}
