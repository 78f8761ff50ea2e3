import { AppError } from '#base/app-error.ts'
import type { RecordContext } from './record-context.ts'
import { modelFor } from './record-context.ts'
import { mayPurge } from './read-bin.ts'
import { recordEvent } from '../releases/record-event.ts'

/**
 * Removes deleted records for good, with the values in their history. Ids that are not in the bin are passed over; `kept`
 * are those that other records are inside of. 403 for whoever may not.
 */
export async function purgeRecords(
  context: RecordContext,
  { model: key, ids }: { model: string; ids: readonly string[] },
): Promise<{ purged: string[]; kept: string[] }> {
  const { tx, caller } = context
  const model = modelFor(context, key, 'delete')
  if (model.kind !== 'objects' || !mayPurge(context, model))
    throw new AppError('forbidden', 'Your role may not remove records for good.')
  const { rows } = await tx.query<{ id: string }>('select id from app.purge_records($1, $2) as id', [
    model.id,
    ids,
  ])
  const purged = rows.map(({ id }) => id)
  for (const recordId of purged)
    await recordEvent(tx, caller, { kind: 'purged', modelId: model.id, recordId })
  const { rows: left } = await tx.query<{ id: string }>(
    'select id from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is not null',
    [caller.tenantId, model.id, ids],
  )
  return { purged, kept: left.map(({ id }) => id) }
}
