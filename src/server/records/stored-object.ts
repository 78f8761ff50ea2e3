import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { requireInside } from './require-inside.ts'
import { requireVisible, type RecordContext } from './record-context.ts'

/** A row of `app.objects` as it is stored. Times are ISO texts. */
export interface StoredObject {
  id: string
  token: string
  model_id: string
  archetype_id: string | null
  parent_id: string | null
  attributes: Record<string, unknown>
  revision: number
  created_at: string
  created_by: string | null
  updated_at: string
  updated_by: string | null
}

const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

/** The columns of a `StoredObject` for a select. */
export const objectColumns = `id, token, model_id, archetype_id, parent_id, attributes, revision, ${isoTime('created_at')}, created_by, ${isoTime('updated_at')}, updated_by`

/**
 * Rows of one model by id, in no order. With `lock` nobody else changes them until the transaction ends; with `values` others
 * may still point to them from tables of the product, so that whoever did already does not block who holds them.
 */
export async function loadObjects(
  { tx, caller }: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
  options: { lock?: boolean | 'values'; deleted?: boolean } = {},
): Promise<StoredObject[]> {
  const { rows } = await tx.query<StoredObject>(
    `select ${objectColumns} from app.objects
     where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is ${options.deleted ? 'not null' : 'null'}
     ${options.lock ? `order by id for ${options.lock === 'values' ? 'no key update' : 'update'}` : ''}`,
    [caller.tenantId, model.id, ids],
    { plan: 'lookup' },
  )
  return rows
}

/** One object by its token with its model, or 404: the same for a token that never was and one this reader may not see. */
export async function objectByToken(
  context: RecordContext,
  token: string,
): Promise<{ object: StoredObject; model: ModelInfo }> {
  requireInside(context)
  const { tx, caller, workspace, access } = context
  const { rows } = await tx.query<StoredObject>(
    `select ${objectColumns} from app.objects where tenant_id = $1 and token = $2 and deleted_at is null`,
    [caller.tenantId, token],
    { plan: 'lookup' },
  )
  const object = rows[0]
  const model = object && workspace.modelsById.get(object.model_id)
  if (!object || !model || !access.can(model, 'read')) throw new AppError('not_found')
  await requireVisible(context, model, [object.id])
  return { object, model }
}

/** The rows in the order of `ids`; 404 when one is missing. */
export function inOrder(rows: readonly StoredObject[], ids: readonly string[]): StoredObject[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (ids.some((id) => !byId.has(id))) throw new AppError('not_found')
  return ids.map((id) => must(byId.get(id)))
}
