import { canonicalJson } from '#base/json.ts'
import type { Computed } from '#kernel/formulas/computed.ts'
import { formulaPlan, type Stage } from '#kernel/formulas/plan.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compileComputed } from '#kernel/sql/compile-computed.ts'
import type { RecordContext } from '../records/record-context.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import { allRules } from '../standard-models/all-rules.ts'
import { affectedRecords, type ChangedRecords, type RecordChange } from './affected-records.ts'
import { causeOf } from './cause-of.ts'
import { recalculateLater } from './recalculate-later.ts'

/** So many records are recalculated in the transaction of a write; beyond, a background job does it. */
export const mostAtOnce = 2000
const batchSize = 500
// No list of ids is longer than this: a million ids are 16 MB of one row.
const mostInAll = 1_000_000

/**
 * Lets the computed values of other records follow a write, in the same transaction and in the order in which they
 * depend on each other: for each stage, its records are locked, worked out in one statement and written in another, with
 * an event that names the cause. More than `mostAtOnce` records are left to the background and are pending until then.
 */
export async function recalculate(
  context: RecordContext,
  model: ModelInfo,
  changes: readonly RecordChange[],
  cause?: EventCause,
): Promise<void> {
  if (changes.length === 0) return
  // What follows by itself was written by these rules, or by formulas over what they keep.
  const rule = cause ? undefined : allRules[model.source?.standard ?? '']
  for (const followed of rule ? await rule(context, model, changes) : [])
    await recalculate(context, followed.model, followed.changes, causeOf(model, changes))
  const plan = formulaPlan(context.workspace)
  if (!plan.dependents.has(model.key)) return
  const why: EventCause = cause ?? causeOf(model, changes)
  const changed: ChangedRecords = new Map([[model.key, new Map(changes.map((one) => [one.id, one]))]])
  let room = mostAtOnce
  for (const stage of plan.stages) {
    const some = await affectedRecords(context, stage, changed, room + 1)
    if (some.size === 0) continue
    if (some.size > room) {
      const all = await affectedRecords(context, stage, changed, mostInAll)
      await recalculateLater(context, stage.model, keysOf(stage.fields), [...all], why)
      continue
    }
    room -= some.size
    const written = await recalculateRecords(context, stage, [...some], why)
    noteChanges(changed, stage.model.key, written)
  }
}

const keysOf = (fields: readonly Computed[]): string[] => fields.map(({ key }) => key)

function noteChanges(changed: ChangedRecords, model: string, written: readonly RecordChange[]): void {
  const known = changed.get(model) ?? new Map<string, RecordChange>()
  changed.set(model, known)
  for (const { id, before, after } of written)
    known.set(id, { id, before: known.get(id)?.before ?? before, after })
}

interface WorkedOut {
  id: string
  archetype_id: string | null
  attributes: Record<string, unknown>
  values: Record<string, unknown>
}

/** Works out fields of records of one model and writes those that changed. Answers them. */
export async function recalculateRecords(
  context: RecordContext,
  { model, fields }: Stage,
  ids: readonly string[],
  cause: EventCause,
): Promise<RecordChange[]> {
  const { tx, caller, workspace } = context
  const written: RecordChange[] = []
  if (fields.length === 0) return written
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    // The values are read by a statement that begins after the lock is held, so it sees what others have committed.
    const held = await tx.query<{ id: string }>(
      `select id from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null
       order by id for no key update`,
      [caller.tenantId, model.id, batch],
    )
    if (held.rows.length === 0) continue
    const source = { ids: held.rows.map(({ id }) => id) }
    const { text, values } = compileComputed(workspace, model, fields, source)
    const { rows } = await tx.query<WorkedOut>(text, values)
    const changes = rows.flatMap((row) => changeOf(row, fields))
    if (changes.length === 0) continue
    await updateRows(context, model, changes, cause)
    for (const { stored, attributes } of changes)
      written.push({ id: stored.id, before: stored.attributes, after: attributes })
  }
  return written
}

function changeOf(row: WorkedOut, fields: readonly Computed[]) {
  const { id, archetype_id, values } = row
  const attributes = { ...row.attributes }
  const changed = keysOf(fields).filter((key) => {
    const [before, after] = [row.attributes[key] ?? null, values[key] ?? null]
    if (canonicalJson(before) === canonicalJson(after)) return false
    if (after === null) delete attributes[key]
    else attributes[key] = after
    return true
  })
  if (changed.length === 0) return []
  const stored = { id, archetype_id, attributes: row.attributes }
  return [{ index: 0, stored, archetypeId: archetype_id, attributes, changed, unique: [], released: [] }]
}
