import { AppError } from '#base/app-error.ts'
import type { Row } from '#contracts/query.ts'
import type { AsOf } from '#kernel/query/resolved-query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { answer, prepare, requireVisible, type RecordContext } from './record-context.ts'
import { requireInside } from './require-inside.ts'
import { inOrder, loadObjects } from './stored-object.ts'

/** Which version: as of a moment, or right after one of the record's events. */
export interface VersionChoice {
  at?: string | undefined
  event?: string | undefined
}

async function asOf(context: RecordContext, id: string, { at, event }: VersionChoice): Promise<AsOf | null> {
  const { tx, caller } = context
  if (at !== undefined || event !== undefined) requireInside(context)
  if (event === undefined) return at === undefined ? null : { at }
  const { rows } = await tx.query<{ id: string }>(
    `select id from app.events where tenant_id = $1 and record_id = $2 and id >= $3 and subject = 'record' order by id`,
    [caller.tenantId, id, event],
  )
  if (rows[0]?.id !== event.toLowerCase()) throw new AppError('not_found')
  return { without: rows.slice(1).map((later) => later.id) }
}

/**
 * A record as it is or was, with the fields this reader may read now. 404 for one they may not see now, or that was not
 * there then. A version does not hold what other records were: names behind relations are those of now.
 */
export async function readVersion(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  choice: VersionChoice,
): Promise<Row> {
  inOrder(await loadObjects(context, model, [id]), [id])
  await requireVisible(context, model, [id])
  const question = prepare(context, {
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    page: { size: 1 },
  })
  const { rows } = await answer(context, { ...question, asOf: await asOf(context, id, choice) })
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row
}

/** Everything a record held in a version, whoever may read it; for the fields its archetype adds too. 404 when it was not there. */
export async function versionValues(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  choice: VersionChoice,
): Promise<Record<string, unknown>> {
  const { tx, caller } = context
  const when = await asOf(context, id, choice)
  const [from, parameter] =
    when === null
      ? ['app.objects o where $4::text is null', null]
      : 'at' in when
        ? ['app.objects_at($1, $4::timestamptz) o where true', when.at]
        : ['app.objects_without($1, $4::uuid[]) o where true', when.without]
  const { rows } = await tx.query<{ attributes: Record<string, unknown> }>(
    `select o.attributes from ${from} and o.tenant_id = $1 and o.model_id = $2 and o.id = $3 and o.deleted_at is null`,
    [caller.tenantId, model.id, id, parameter],
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row.attributes
}
