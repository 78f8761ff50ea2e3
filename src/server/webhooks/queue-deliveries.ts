import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { ChangeRow } from '#contracts/api/changes.ts'
import type { Where } from '#contracts/query.ts'
import { readChanges } from '../changes/read-changes.ts'
import type { Tx } from '../database/in-tenant.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { asPerson } from '../members/as-person.ts'
import { stopWebhook } from './stop-webhook.ts'

interface Listening {
  id: string
  user_id: string
  name: string
  models: string[]
  kinds: string[]
  filter: Where | null
  cursor: string
}

// A process that is at one already keeps it: the other has nothing to do there.
const behind = `
  select id, user_id, name, models, kinds, filter, cursor from app.webhooks
  where tenant_id = $1 and active and cursor < app.last_change() order by id for update skip locked`

const add = `
  insert into app.webhook_deliveries (tenant_id, id, webhook_id, kind, number, model, record_id, fields, actor_id, changed_at)
  select $1, d.id, $2, d.kind, d.number, d.model, d.record_id, d.fields, d.actor_id, d.changed_at
  from jsonb_to_recordset($3::jsonb) as d (id uuid, kind text, number bigint, model text, record_id uuid, fields jsonb, actor_id uuid, changed_at timestamptz)`

/**
 * Puts down what each webhook of a workspace is to tell, as its owner may see it now; a page of changes at a time.
 * Answers whether there is more.
 */
export async function queueDeliveries(tx: Tx, services: Services, tenantId: string): Promise<boolean> {
  const { rows } = await tx.query<Listening>(behind, [tenantId])
  let more = false
  for (const webhook of rows) {
    const context = await asPerson(tx, services, tenantId, webhook.user_id)
    if (!context) await stopWebhook(tx, services, tenantId, webhook, 'ownerless')
    else more = (await queueOne(context, services, webhook)) || more
  }
  return more
}

async function queueOne(context: RecordContext, services: Services, webhook: Listening): Promise<boolean> {
  const { tx, caller } = context
  const since = Number(webhook.cursor)
  const page = await changesAfter(context, since)
  const told = page.rows.filter((row) => webhook.models.includes(row.model) && listens(webhook, row.kind))
  let wanted: ChangeRow[]
  try {
    wanted = await fitting(context, told, webhook.filter)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await stopWebhook(tx, services, caller.tenantId, webhook, 'filter')
    return false
  }
  const deliveries = wanted.map((row): QueuedDelivery => ({
    id: newId(),
    kind: row.kind,
    number: row.number,
    model: row.model,
    record_id: row.id,
    fields: row.fields,
    actor_id: row.by,
    changed_at: row.at,
  }))
  if (page.lost) deliveries.unshift(lost(page.upto))
  if (deliveries.length > 0) await tx.query(add, [caller.tenantId, webhook.id, JSON.stringify(deliveries)])
  await tx.query('update app.webhooks set cursor = $3 where tenant_id = $1 and id = $2', [
    caller.tenantId,
    webhook.id,
    page.upto,
  ])
  return page.more
}

const lost = (number: number): QueuedDelivery => ({
  id: newId(),
  kind: 'lost',
  number,
  model: '',
  record_id: null,
  fields: null,
  actor_id: null,
  changed_at: new Date().toISOString(),
})

interface QueuedDelivery {
  id: string
  kind: string
  number: number
  model: string
  record_id: string | null
  fields: string[] | null
  actor_id: string | null
  changed_at: string
}

interface Page {
  rows: ChangeRow[]
  upto: number
  more: boolean
  lost: boolean
}

// Changes that are no longer kept are told as such: whoever listens must read everything anew.
async function changesAfter(context: RecordContext, since: number): Promise<Page> {
  try {
    return { ...(await readChanges(context, { since, size: 500 })), lost: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'gone') throw error
    const { upto } = await readChanges(context, { since: undefined, size: 1 })
    return { rows: [], upto, more: false, lost: true }
  }
}

// What left the owner's sight is as good as deleted for whoever listens.
const listens = ({ kinds }: Listening, kind: ChangeRow['kind']): boolean =>
  kinds.includes(kind === 'gone' || kind === 'purged' ? 'deleted' : kind)

/** The changes whose record meets the filter now. What is gone cannot be asked: it is told without any values. */
async function fitting(
  context: RecordContext,
  rows: readonly ChangeRow[],
  filter: Where | null,
): Promise<ChangeRow[]> {
  if (filter === null) return [...rows]
  const isThere = ({ kind }: ChangeRow): boolean => kind !== 'deleted' && kind !== 'gone' && kind !== 'purged'
  const found = new Set<string>()
  for (const model of new Set(rows.map((row) => row.model))) {
    const ids = rows.filter((row) => row.model === model && isThere(row)).map(({ id }) => id)
    if (ids.length === 0) continue
    const where: Where = { and: [{ field: 'id', op: 'in', value: [...new Set(ids)] }, filter] }
    const result = await ask(context, { model, where, fields: ['id'], page: { size: 500 } })
    for (const { id } of result.rows) found.add(String(id))
  }
  return rows.filter((row) => !isThere(row) || found.has(row.id ?? ''))
}
