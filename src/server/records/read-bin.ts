import { AppError } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import type { Bin, BinModel, BinRow, FoundInBin } from '#contracts/api/bin.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Row } from '#contracts/query.ts'
import { isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { titleKey, titleOf } from '../undo/record-title.ts'
import { answer, modelFor, prepare, visibleIds, type RecordContext } from './record-context.ts'

interface Binned {
  id: string
  attributes: Record<string, unknown>
  at: string
  place: string
  actor_id: string | null
  actor_name: string | null
  event_id: string | null
}

const page = `
  select o.id, o.attributes, to_char(o.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    (extract(epoch from o.deleted_at) * 1000000)::bigint || '.' || o.id as place,
    o.updated_by as actor_id, m.name as actor_name, e.id as event_id
  from app.objects o
  left join app.sys_member m on m.tenant_id = o.tenant_id and m.id = o.updated_by
  left join lateral (
    select e.id from app.events e
    where e.tenant_id = o.tenant_id and e.record_id = o.id and e.kind = 'deleted' order by e.id desc limit 1
  ) e on true
  where o.tenant_id = $1 and o.model_id = $2 and o.deleted_at is not null
    and ($3::bigint is null or (o.deleted_at, o.id) < (to_timestamp(0) + $3::bigint * interval '1 microsecond', $4::uuid))
    and ($6::text is null or o.attributes ->> $7 ilike $6)
  order by o.deleted_at desc, o.id desc limit $5`

// Counted only where somebody may empty it ($3).
const inBin = `
  select m.id, case when m.id = any($3::uuid[]) then (
    select count(*)::int from app.objects o where o.tenant_id = $1 and o.model_id = m.id and o.deleted_at is not null
  ) end as count
  from unnest($2::uuid[]) as m (id)
  where exists (select from app.objects o where o.tenant_id = $1 and o.model_id = m.id and o.deleted_at is not null)`

/** Who may bring a record back may delete it; removing it for good is for those who manage the workspace's models. */
export const mayPurge = ({ access }: RecordContext, model: ModelInfo): boolean =>
  access.can(model, 'delete') && access.manages('models') && access.rowRule(model) === null

interface BinQuestion {
  model?: string | undefined
  search?: string | undefined
  size: number
  after?: string | undefined
}

/**
 * Deleted records, the last deleted first, of a model whose records this reader may delete. A reader of some rows sees
 * those that were theirs when they were deleted.
 */
export async function readBin(context: RecordContext, { model: key, ...asked }: BinQuestion): Promise<Bin> {
  const { tx, caller, workspace, access } = context
  const open = [...workspace.modelsById.values()].filter((model) => access.can(model, 'delete'))
  const emptied = open.filter((candidate) => mayPurge(context, candidate))
  const { rows: filled } = await tx.query<{ id: string; count: number | null }>(inBin, [
    caller.tenantId,
    open.map(({ id }) => id),
    emptied.map(({ id }) => id),
  ])
  const counts = new Map(filled.map(({ id, count }) => [id, count]))
  const counted = (one: ModelInfo): BinModel => ({
    ...nameOf(one),
    count: counts.get(one.id ?? '') ?? (mayPurge(context, one) ? 0 : null),
  })
  const models: ModelInfo[] = []
  for (const candidate of open.toSorted((a, b) => (a.label < b.label ? -1 : 1)))
    if (counts.has(candidate.id ?? '') && (await holdsVisible(context, candidate))) models.push(candidate)
  const model = key === undefined ? models[0] : open.find((candidate) => candidate.key === key)
  if (key !== undefined && !model) throw new AppError('not_found')
  const list = models.map(counted)
  if (!model)
    return { model: null, models: list, can_purge: false, rows: [], page: { size: asked.size, after: null } }
  const found = await pageOf(context, model, asked)
  return {
    model: counted(model),
    models: list,
    can_purge: mayPurge(context, model),
    ...found,
  }
}

const nameOf = (model: ModelInfo): FoundInBin['model'] => ({
  key: model.key,
  label: model.label,
  ours: isNamedByProduct(model),
})

/** Whether this reader has something in the bin of a model where something is: by all of its rows, or by those they see. */
const holdsVisible = async (context: RecordContext, model: ModelInfo): Promise<boolean> =>
  context.access.rowRule(model) === null || (await pageOf(context, model, { size: 1 })).rows.length > 0

/** So many are looked at in one go for who sees only some of them. */
const lookedAt = 500

async function pageOf(
  context: RecordContext,
  model: ModelInfo,
  { size, after, search = '' }: Omit<BinQuestion, 'model'>,
): Promise<{ rows: BinRow[]; page: { size: number; after: string | null } }> {
  let [moment, id] = after === undefined ? [null, null] : placeOf(after)
  const words = search.trim()
  const title = titleKey(context, model)
  // Nothing is found by a title that this reader may not read.
  if (words !== '' && title === null) return { rows: [], page: { size, after: null } }
  const isWhole = context.access.rowRule(model) === null
  const portion = isWhole ? size + 1 : Math.max(size + 1, lookedAt)
  const seen: Binned[] = []
  // A page is filled from what this reader sees: one that is short, or a mark of a record of others, would tell of those.
  while (seen.length <= size) {
    const { rows } = await context.tx.query<Binned>(page, [
      context.caller.tenantId,
      model.id,
      moment,
      id,
      portion,
      words === '' ? null : `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      title,
    ])
    const visible = await visibleBefore(context, model, rows)
    seen.push(...rows.filter((row) => visible.has(row.id)))
    const last = rows.at(-1)
    if (!last || rows.length < portion) break
    ;[moment, id] = placeOf(last.place)
  }
  const shown = seen.slice(0, size)
  return {
    rows: shown.map((row) => rowOf(context, model, row)),
    page: { size, after: seen.length > size ? (shown.at(-1)?.place ?? null) : null },
  }
}

const rowOf = (
  context: RecordContext,
  model: ModelInfo,
  { id, attributes, at, actor_id, actor_name }: Binned,
): BinRow => ({
  id,
  title: titleOf(context, model, attributes),
  deleted_at: at,
  deleted_by: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
})

/** Which of these deleted records this reader saw just before they were deleted. */
async function visibleBefore(
  context: RecordContext,
  model: ModelInfo,
  records: readonly Pick<Binned, 'id' | 'event_id'>[],
): Promise<Set<string>> {
  const ids = records.map(({ id }) => id)
  if (context.access.rowRule(model) === null) return new Set(ids)
  return visibleIds(context, model.key, ids, {
    without: records.flatMap(({ event_id }) => event_id ?? []),
  })
}

const deletions = `
  select o.id, (select e.id from app.events e
    where e.tenant_id = o.tenant_id and e.record_id = o.id and e.kind = 'deleted' order by e.id desc limit 1) as event_id
  from app.objects o where o.tenant_id = $1 and o.model_id = $2 and o.id = any($3::uuid[]) and o.deleted_at is not null`

/** Which of these records of a model lie in the bin where this reader sees them: none for who may not delete there. */
export async function visibleInBin(
  context: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0 || !context.access.can(model, 'delete')) return new Set()
  const { rows } = await context.tx.query<Pick<Binned, 'id' | 'event_id'>>(deletions, [
    context.caller.tenantId,
    model.id,
    ids,
  ])
  return visibleBefore(context, model, rows)
}

const named = `
  select o.id, o.model_id, o.attributes, to_char(o.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    o.updated_by as actor_id, m.name as actor_name
  from app.objects o left join app.sys_member m on m.tenant_id = o.tenant_id and m.id = o.updated_by
  where o.tenant_id = $1 and o.deleted_at is not null and (o.id = $2 or o.token = $3) limit 1`

/**
 * The record of an id or token, if it lies in the bin and this reader may bring it back; null for everything else, so that
 * what somebody may not see and what never was are answered alike.
 */
export async function findBinned(context: RecordContext, record: string): Promise<FoundInBin | null> {
  const { rows } = await context.tx.query<Binned & { model_id: string }>(named, [
    context.caller.tenantId,
    isUuid(record) ? record : null,
    record,
  ])
  const [row] = rows
  const model = row && context.workspace.modelsById.get(row.model_id)
  if (!model || !(await visibleInBin(context, model, [row.id])).has(row.id)) return null
  return { model: nameOf(model), row: rowOf(context, model, row) }
}

const deletion = `
  select e.id from app.events e join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id
  where e.tenant_id = $1 and e.record_id = $2 and o.model_id = $3 and o.deleted_at is not null and e.kind = 'deleted'
  order by e.id desc limit 1`

/**
 * A deleted record as it was when it was deleted, with what this reader may read now. 404 for one that is not in the bin,
 * or that they did not see; 403 for whoever may not delete records of the model.
 */
export async function readBinned(context: RecordContext, key: string, id: string): Promise<Row> {
  const model = modelFor(context, key, 'delete')
  const { rows } = await context.tx.query<{ id: string }>(deletion, [context.caller.tenantId, id, model.id])
  const question = prepare(context, {
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    page: { size: 1 },
  })
  const found = await answer(context, { ...question, asOf: { without: rows.map((event) => event.id) } })
  const [row] = found.rows
  if (!row || rows.length === 0) throw new AppError('not_found')
  return row
}

function placeOf(after: string): [string, string] {
  const [, moment, id] = /^(\d{1,18})\.([0-9a-f-]{36})$/.exec(after) ?? []
  if (moment === undefined || id === undefined)
    throw new AppError('bad_request', 'This page mark belongs to another question or was changed.')
  return [moment, id]
}
