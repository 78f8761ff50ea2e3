import { canonicalJson } from '#base/json.ts'
import type { UndoRefusal } from '#contracts/api/undo.ts'
import type { Verb } from '#contracts/role.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { isKept } from '#kernel/permissions/refuse-computed.ts'
import { sharedBeneath } from '../portal/shared-beneath.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { fieldsOf } from '../records/object-view.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { visibleInBin } from '../records/read-bin.ts'
import { restoreObject } from '../records/restore-object.ts'
import { isFieldNamedByProduct } from '../standard-models/mark-own-words.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'
import { updateObjects, type ObjectChange } from '../records/update-objects.ts'
import { eachAlone } from './each-alone.ts'
import { bringAlong, modelsAlong, takeAlong, type SplitStep } from './goes-along.ts'
import { titleOf } from './record-title.ts'
import type { NetChange } from './step-events.ts'

/** What taking a step back came to. */
export interface TakenBack {
  models: string[]
  applied: number
  refused: UndoRefusal[]
}

/** One model's part of it. */
interface Part {
  context: RecordContext
  model: ModelInfo
  /** All of it: what goes along with a record of this part goes with it. */
  step: SplitStep
  /** The last event of the step: what came after it was done since. */
  lastId: string
  refuse(id: string, refusal: Pick<UndoRefusal, 'reason'> & Partial<UndoRefusal>): void
  /** The records as they were found, for their titles. */
  stored: Map<string, StoredObject>
}

/**
 * Turns round what a step did, with the rights of now: changed values go back where nobody changed them since, made
 * records are deleted, deleted ones brought back, with what went along with them. What cannot be is left as it is and told, value by value.
 */
export async function takeBack(context: RecordContext, step: SplitStep, lastId: string): Promise<TakenBack> {
  const { own: changes } = step
  const refused: UndoRefusal[] = []
  const models: string[] = []
  let applied = 0
  // What was made last goes first: it may point to what was made before it.
  for (const modelId of new Set(changes.map((change) => change.modelId).toReversed())) {
    const model = context.workspace.modelsById.get(modelId)
    const own = changes.filter((change) => change.modelId === modelId)
    if (!model || !context.access.can(model, 'read')) continue
    const stored = new Map<string, StoredObject>()
    const before = refused.length
    const part: Part = {
      context,
      model,
      step,
      lastId,
      stored,
      refuse: (id, { field = null, label = null, ...refusal }) => {
        const isOwn = field !== null && label !== null && !isFieldNamedByProduct(model, { key: field, label })
        refused.push({
          model: model.key,
          id,
          title: titleOf(context, model, stored.get(id)?.attributes ?? {}),
          field,
          label,
          ...(isOwn && { own_words: [label] }),
          ...refusal,
        })
      },
    }
    const done = new Set<string>()
    const isKind = (...kinds: NetChange['kind'][]) => own.filter(({ kind }) => kinds.includes(kind))
    for (const id of await bringBack(part, isKind('deleted'))) done.add(id)
    const toChange = own.filter(({ kind, id }) => kind === 'updated' || (kind === 'deleted' && done.has(id)))
    for (const id of await putBack(part, toChange)) done.add(id)
    for (const id of await removeMade(part, isKind('created', 'restored'))) done.add(id)
    applied += done.size
    if (done.size > 0 || refused.length > before) models.push(model.key)
    for (const key of modelsAlong(context, step, done)) if (!models.includes(key)) models.push(key)
  }
  return { models, applied, refused }
}

// Those of the changes that the role may turn round; the others are refused.
function allowed({ context, model, refuse }: Part, changes: readonly NetChange[], verb: Verb): string[] {
  if (!context.access.can(model, verb)) for (const { id } of changes) refuse(id, { reason: 'forbidden' })
  return context.access.can(model, verb) ? changes.map(({ id }) => id) : []
}

async function load(part: Part, ids: readonly string[], deleted: boolean): Promise<StoredObject[]> {
  const { context, model, stored, refuse } = part
  const rows = await loadObjects(context, model, ids, { lock: true, deleted })
  const visible =
    context.access.rowRule(model) === null
      ? new Set(rows.map(({ id }) => id))
      : deleted
        ? await visibleInBin(context, model, ids)
        : await visibleIds(context, model.key, ids)
  const found = rows.filter(({ id }) => visible.has(id))
  for (const row of found) stored.set(row.id, row)
  const known = new Set(found.map(({ id }) => id))
  for (const id of ids) if (!known.has(id)) refuse(id, { reason: 'gone' })
  return found
}

async function bringBack(part: Part, changes: readonly NetChange[]): Promise<string[]> {
  const { context, model, step } = part
  const rows = await load(part, allowed(part, changes, 'delete'), true)
  return settle(part, rows, async (some) => {
    for (const { id } of some) await restoreObject(context, model, id)
    await bringAlong(
      context,
      step,
      some.map(({ id }) => id),
    )
  })
}

async function removeMade(part: Part, changes: readonly NetChange[]): Promise<string[]> {
  const { context, model, step, refuse } = part
  const rows = await load(part, allowed(part, changes, 'delete'), false)
  const { rows: touched } = await context.tx.query<{ record_id: string }>(
    `select distinct record_id from app.events
     where tenant_id = $1 and record_id = any($2::uuid[]) and id > $3 and actor_id is distinct from $4 and subject = 'record'`,
    [context.caller.tenantId, rows.map(({ id }) => id), part.lastId, context.caller.userId],
  )
  const others = new Set(touched.map(({ record_id }) => record_id))
  for (const id of others) refuse(id, { reason: 'changed' })
  const since = await sharedBeneath(
    context,
    model,
    rows.map(({ id }) => id).filter((id) => !others.has(id)),
  )
  for (const id of since) refuse(id, { reason: 'in_use' })
  const free = rows.filter(({ id }) => !others.has(id) && !since.has(id))
  return settle(part, free, async (some) => {
    const ids = some.map(({ id }) => id)
    await takeAlong(context, step, ids)
    await deleteObjects(context, model, ids)
  })
}

async function putBack(part: Part, changes: readonly NetChange[]): Promise<string[]> {
  const { context, model, refuse } = part
  const byId = new Map(changes.map((change) => [change.id, change]))
  const rows = await load(part, allowed(part, changes, 'update'), false)
  const wanted = rows.flatMap((row) => {
    const change = byId.get(row.id)
    return change ? wantedChange(part, row, change) : []
  })
  return settle(part, wanted, async (some) => {
    const found = await updateObjects(context, model, some, { onRefused: 'collect', path: 'values' })
    for (const [index, details] of found) {
      const id = some[index]?.id
      if (id === undefined) continue
      const field = details[0]?.path.split('.').at(-1) ?? null
      refuse(id, { reason: 'invalid', field, label: model.fields.get(field ?? '')?.label ?? field })
    }
  })
}

/** The values of one record that go back; those that somebody changed since, or that may not be written, are refused. */
function wantedChange(
  { context, model, refuse }: Part,
  row: StoredObject,
  change: NetChange,
): ObjectChange[] {
  const { workspace, access } = context
  const declared = new Map(fieldsOf(workspace, model, row.archetype_id).map((field) => [field.key, field]))
  const values: Record<string, unknown> = {}
  let archetypeId: string | null | undefined
  for (const [key, after] of Object.entries(change.after)) {
    // Computed values follow those they are computed from.
    if (isKept(model.fields.get(key))) continue
    const before = change.before[key] ?? null
    const isArchetype = key === 'archetype_id' && !declared.has(key)
    const now = (isArchetype ? row.archetype_id : row.attributes[key]) ?? null
    if (canonicalJson(now) === canonicalJson(before)) continue
    const label = declared.get(key)?.label ?? key
    if (!isArchetype && !access.mayRead(model, key, declared.has(key))) {
      refuse(row.id, { reason: 'forbidden' })
    } else if (canonicalJson(now) !== canonicalJson(after ?? null)) {
      refuse(row.id, {
        reason: 'changed',
        field: key,
        label,
        base: before,
        mine: after ?? null,
        theirs: now,
      })
    } else if (isArchetype) archetypeId = typeof before === 'string' ? before : null
    else if (access.mayWrite(model, key, declared.has(key))) values[key] = before
    else refuse(row.id, { reason: 'forbidden', field: key, label })
  }
  if (Object.keys(values).length === 0 && archetypeId === undefined) return []
  return [{ id: row.id, values, ...(archetypeId !== undefined && { archetypeId }) }]
}

const reasons: Readonly<Record<string, UndoRefusal['reason']>> = {
  forbidden: 'forbidden',
  field_forbidden: 'forbidden',
  not_found: 'gone',
  in_use: 'in_use',
}

// All at once, or one by one when one of them is refused. Answers the ids of those that went well.
async function settle<Item extends { id: string }>(
  { context, refuse }: Part,
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
): Promise<string[]> {
  const failed = await eachAlone(context.tx, items, work)
  for (const [{ id }, error] of failed) refuse(id, { reason: reasons[error.code] ?? 'invalid' })
  return items.filter((item) => !failed.has(item)).map(({ id }) => id)
}
