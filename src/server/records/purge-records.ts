import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { BinPointing } from '#contracts/api/bin.ts'
import { keepsClosed } from '../portal/keeps-closed.ts'
import { pointingTo } from './pointing-to.ts'
import { mayPurge } from './read-bin.ts'
import { modelFor, type RecordContext } from './record-context.ts'

// What has something inside it that stays can not go itself, nor can what that is inside of.
const sorted = `
  with recursive stays as (
    select o.id, o.parent_id from app.objects o
    where o.tenant_id = $1 and o.id = any($3::uuid[]) and (
      o.deleted_at is null or o.model_id <> $2
      or exists (select from app.objects c where c.tenant_id = $1 and c.parent_id = o.id and c.id <> all($3::uuid[]))
    )
    union
    select p.id, p.parent_id from app.objects p join stays s on p.id = s.parent_id
    where p.tenant_id = $1 and p.id = any($3::uuid[])
  )
  select o.id, not exists (select from stays s where s.id = o.id) as goes from app.objects o
  where o.tenant_id = $1 and o.model_id = $2 and o.id = any($3::uuid[]) and o.deleted_at is not null
  for update of o`

const told = `
  insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, request_id)
  select $1, r.event_id, $2, 'purged', $3, r.id, $4 from unnest($5::uuid[], $6::uuid[]) as r (id, event_id)`

/**
 * Removes deleted records for good, with the values in their history; `dry`: only says what would go and what points to
 * it. Ids that are not in the bin are passed over; `kept` are those that other records are inside of, and those that
 * keep a place closed to a customer. 403 for whoever may not.
 */
export async function purgeRecords(
  context: RecordContext,
  { model: key, ids, dry }: { model: string; ids: readonly string[]; dry: boolean },
): Promise<{ purged: string[]; kept: string[]; pointing?: BinPointing[] }> {
  const { tx, caller, requestId } = context
  const model = modelFor(context, key, 'delete')
  if (model.kind !== 'objects' || !mayPurge(context, model))
    throw new AppError('forbidden', 'Your role may not remove records for good.')
  const { rows } = await tx.query<{ id: string; goes: boolean }>(sorted, [caller.tenantId, model.id, ids])
  const closing = await keepsClosed(context, model, ids)
  const stays = ({ id, goes }: { id: string; goes: boolean }): boolean => !goes || closing.has(id)
  const going = rows.filter((row) => !stays(row)).map(({ id }) => id)
  const kept = rows.filter(stays).map(({ id }) => id)
  if (dry) return { purged: going, kept, pointing: await pointingTo(context, model, going) }
  await Promise.all([
    tx.query('select app.purge_records($1, $2)', [model.id, going]),
    tx.query(told, [caller.tenantId, caller.userId, model.id, requestId, going, going.map(() => newId())]),
  ])
  return { purged: going, kept }
}
