import type { FullObject, ObjectView } from '#contracts/object.ts'
import { effectiveArchetype } from '#kernel/models/effective-archetype.ts'
import { visibleArchetype } from '#kernel/models/describe-model.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { must } from '#base/assert.ts'
import { objectViews } from './object-view.ts'
import { readHistory } from './read-history.ts'
import { visibleIds, type RecordContext } from './record-context.ts'
import { objectColumns, type StoredObject } from './stored-object.ts'

const most = { parents: 32, children: 200, events: 100 }

// The depth bounds it even if the data had a circle.
const ancestors = `
  with recursive up as (
    select id, parent_id, 0 as depth from app.objects where tenant_id = $1 and id = $2
    union all
    select o.id, o.parent_id, up.depth + 1 from app.objects o join up on o.id = up.parent_id
    where o.tenant_id = $1 and up.depth < ${most.parents}
  )
  select ${objectColumns} from app.objects
  where tenant_id = $1 and id in (select id from up where depth > 0) and deleted_at is null
  order by array_position((select array_agg(id order by depth desc) from up), id)`

// Of the models that the reader may read at all ($4).
const children = `select ${objectColumns} from app.objects
  where tenant_id = $1 and parent_id = $2 and deleted_at is null and ($3::uuid is null or id > $3) and model_id = any($4::uuid[])
  order by id limit ${most.children}`

/** Leaves out what this reader may not see: unreadable models, rows beyond a row rule. */
async function onlyVisible(
  context: RecordContext,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  const { workspace, access } = context
  const hidden = new Set<string>()
  for (const modelId of new Set(objects.map(({ model_id }) => model_id))) {
    const model = workspace.modelsById.get(modelId)
    const ids = objects.filter(({ model_id }) => model_id === modelId).map(({ id }) => id)
    const isOpen = model && access.can(model, 'read') && access.rowRule(model) === null
    const visible = isOpen
      ? new Set(ids)
      : model
        ? await visibleIds(context, model.key, ids)
        : new Set<string>()
    for (const id of ids) if (!visible.has(id)) hidden.add(id)
  }
  return objects.filter(({ id }) => !hidden.has(id))
}

/** The first 200 that this reader sees: a list that is short would tell how many others there are. */
async function childrenOf(
  context: RecordContext,
  { id }: StoredObject,
  after: string | null,
): Promise<StoredObject[]> {
  const { tx, caller, workspace, access } = context
  const open = [...workspace.modelsById].flatMap(([key, model]) => (access.can(model, 'read') ? key : []))
  const seen: StoredObject[] = []
  let last = after
  while (seen.length < most.children) {
    const { rows } = await tx.query<StoredObject>(children, [caller.tenantId, id, last, open])
    seen.push(...(await onlyVisible(context, rows)))
    if (rows.length < most.children) break
    last = must(rows.at(-1)).id
  }
  return seen.slice(0, most.children)
}

/** An object with its archetype, parents (outermost first), at most 200 children and 100 events (E-10). */
export async function fullObject(
  context: RecordContext,
  model: ModelInfo,
  object: StoredObject,
  after: { children?: string | undefined; events?: string | undefined },
): Promise<FullObject> {
  const { tx, caller, workspace, access } = context
  const { rows: above } = await tx.query<StoredObject>(ancestors, [caller.tenantId, object.id])
  const below = await childrenOf(context, object, after.children ?? null)
  const parents: ObjectView[] = await objectViews(context, await onlyVisible(context, above))
  const { archetype } = effectiveArchetype(workspace, model, object.archetype_id)
  const history = await readHistory(context, model, object, { size: most.events, after: after.events })
  return {
    ...must((await objectViews(context, [object]))[0]),
    archetype: archetype && visibleArchetype(workspace, archetype, access),
    parents,
    children: await objectViews(context, below),
    events: history.rows,
  }
}
