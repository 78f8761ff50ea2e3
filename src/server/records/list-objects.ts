import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { isUuid } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { ask, type RecordContext } from './record-context.ts'
import { requireInside } from './require-inside.ts'
import { objectColumns, type StoredObject } from './stored-object.ts'

const page = `select ${objectColumns} from app.objects
  where tenant_id = $1 and model_id = any($2::uuid[]) and deleted_at is null and ($3::uuid is null or id < $3) and ($4::uuid[] is null or id = any($4))
  order by id desc limit $5`

/** Ids of the newest rows of a model that meet the reader's row rule. */
async function ruledIds(
  context: RecordContext,
  model: ModelInfo,
  after: string | null,
  size: number,
): Promise<string[]> {
  const { rows } = await ask(context, {
    model: model.key,
    fields: ['id'],
    ...(after === null ? {} : { where: { field: 'id', op: 'lt', value: after } }),
    sort: [{ field: 'id', dir: 'desc' }],
    page: { size: Math.min(size, 500) },
  })
  return rows.map(({ id }) => id).filter((id) => typeof id === 'string')
}

/**
 * Objects this reader may see, newest first: of one model (an unknown or unreadable one is 404) or of all. `after` is the
 * id of the last one of the page before.
 */
export async function listObjects(
  context: RecordContext,
  { modelId, size, after }: { modelId?: string | undefined; size: number; after?: string | undefined },
): Promise<{ objects: StoredObject[]; after: string | null }> {
  requireInside(context)
  const { tx, caller, workspace, access } = context
  if (after !== undefined && !isUuid(after))
    throw new AppError('bad_request', 'This page mark belongs to another question or was changed.')
  const readable = [...workspace.modelsById.values()].filter((model) => access.can(model, 'read'))
  const models = modelId === undefined ? readable : readable.filter(({ id }) => id === modelId.toLowerCase())
  if (modelId !== undefined && models.length === 0) throw new AppError('not_found')
  const last = after ?? null
  const load = async (part: readonly ModelInfo[], ids: readonly string[] | null): Promise<StoredObject[]> => {
    if (part.length === 0) return []
    return (
      await tx.query<StoredObject>(page, [caller.tenantId, part.map(({ id }) => id), last, ids, size + 1])
    ).rows
  }
  const open = models.filter((model) => access.rowRule(model) === null)
  const found = await load(open, null)
  // Models with a row rule answer through the question compiler; each can give at most one page.
  for (const model of models)
    if (!open.includes(model))
      found.push(...(await load([model], await ruledIds(context, model, last, size + 1))))
  const rows = found.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const objects = rows.slice(0, size)
  return { objects, after: rows.length > size ? must(objects.at(-1)).id : null }
}
