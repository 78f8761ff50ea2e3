import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import { validateAttributes, type ValidatedAttributes } from '#kernel/models/validate-attributes.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { withoutComputed } from '#kernel/permissions/refuse-computed.ts'
import { restrictWrite } from '#kernel/permissions/restrict-write.ts'
import { fillComputed } from '../formulas/fill-computed.ts'
import { lockAround } from '../formulas/lock-inputs.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { checkFiles } from './check-files.ts'
import { checkReferences } from './check-references.ts'
import type { CreateOptions } from './create-objects.ts'
import { mergeBase } from './merge-base.ts'
import { RecordConflicts } from './record-conflicts.ts'
import { requireVisible, writerOf, type RecordContext } from './record-context.ts'
import { bothOf, standAlone } from './stand-alone.ts'
import { attempt, refuse, type Refusals } from './refusals.ts'
import { refuseOutsideRowRule } from './row-rule.ts'
import { inOrder, loadObjects, type StoredObject } from './stored-object.ts'
import { notUnique } from './unique-rows.ts'
import { updateRows, type ChangedObject } from './update-rows.ts'

/** A change of one record: absent = unchanged, null = cleared; `base` holds the values its writer saw. */
export interface ObjectChange {
  id: string
  values: Record<string, unknown>
  base?: Record<string, unknown> | undefined
  archetypeId?: string | null | undefined
}

interface Checked extends ChangedObject {
  validated: ValidatedAttributes
  before: Record<string, unknown>
}

function check(
  context: RecordContext,
  model: ModelInfo,
  stored: StoredObject,
  change: ObjectChange,
  index: number,
  path: string,
): Checked {
  const { workspace, access } = context
  const archetypeId = change.archetypeId === undefined ? stored.archetype_id : change.archetypeId
  if (archetypeId !== null && archetypeId !== stored.archetype_id && !workspace.archetypes.has(archetypeId))
    throw invalid([{ path: 'archetype_id', code: 'reference', message: 'There is no such archetype.' }])
  const fields = effectiveFields(model, effectiveArchetype(workspace, model, archetypeId).archetype)
  const values = withoutComputed(model, access, change.values, stored.attributes, path)
  restrictWrite(model, access, Object.keys(values), fields)
  if (change.base) mergeBase(model, access, fields, stored.attributes, change.base, values)
  const validated = validateAttributes(model, fields, values, stored.attributes, {
    access,
    path,
    writer: writerOf(context),
    system: stored,
    timeZone: context.caller.timeZone,
    formerFields:
      archetypeId === stored.archetype_id
        ? fields
        : effectiveFields(model, effectiveArchetype(workspace, model, stored.archetype_id).archetype),
  })
  const { attributes, changed, unique, released } = validated
  // What a writer may not read counts as changed whatever it was: else they would learn that it was that already. Values
  // that are worked out join the same list later.
  const declared = new Set(fields.map(({ key }) => key))
  const unseen = Object.keys(values).filter((key) => !access.mayRead(model, key, declared.has(key)))
  changed.push(...unseen.filter((key) => !changed.includes(key)))
  const before = stored.attributes
  return { index, stored, archetypeId, attributes, changed, unique, released, validated, before }
}

/**
 * Changes records of one model in one transaction: locks them, merges, checks, writes rows + unique values + history.
 * The caller has checked that the role may update. 404 for a record this person may not see; then as `createObjects`,
 * and 412 `edit_conflict`, which names every record it met when there are many. Changes that change nothing write nothing. With `collect` bad changes are left out.
 */
export async function updateObjects(
  context: RecordContext,
  model: ModelInfo,
  changes: readonly ObjectChange[],
  options: CreateOptions = {},
): Promise<Refusals> {
  const { onRefused = 'throw', path = 'attributes' } = options
  const refused: Refusals = new Map()
  if (changes.length === 0) return refused
  const ids = changes.map(({ id }) => id)
  if (new Set(ids).size !== ids.length)
    throw invalid([{ path: 'update', code: 'duplicate', message: 'A record occurs twice.' }])
  const coming = { kind: 'update' as const, ids, incoming: changes.map(({ values }) => values) }
  await guardWrite(context, model, coming, { refused, onRefused })
  await lockAround(
    context,
    model,
    ids,
    changes.map(({ values }) => values),
  )
  const rows = inOrder(await loadObjects(context, model, ids, { lock: true }), ids)
  await requireVisible(context, model, ids)
  const conflicts = new RecordConflicts(context, model)
  const checked = changes
    .map((change, index) => {
      if (refused.has(index)) return null
      const row = must(rows[index])
      return attempt(index, refused, onRefused, () =>
        conflicts.note(row, () => check(context, model, row, change, index, path)),
      )
    })
    .filter((item) => item !== null)
  if (onRefused === 'collect') conflicts.throwAll()
  else conflicts.throwFirst()
  const links = checkReferences(context, checked, refused, onRefused, path)
  if (onRefused === 'throw' && standAlone(context.workspace, model, checked)) {
    await bothOf(links, writeWhatFits(context, model, checked, refused, options))
    return refused
  }
  await links
  await checkFiles(context, model, checked, refused, onRefused, path)
  const fitting = checked.filter(({ index, changed }) => !refused.has(index) && changed.length > 0)
  await fillComputed(
    context,
    model,
    fitting.map(({ stored, attributes, validated }) => ({
      stored: stored.id,
      attributes,
      changed: validated.changed,
    })),
  )
  const written = await writeWhatFits(context, model, checked, refused, { onRefused, path })
  await recalculate(
    context,
    model,
    written.map(({ index, stored, attributes }) => ({
      id: stored.id,
      before: stored.attributes,
      after: attributes,
      named: Object.keys(must(changes[index]).values),
    })),
  )
  options.written?.(idsOf(checked))
  return refused
}

const idsOf = (checked: readonly Checked[]): Map<number, string> =>
  new Map(checked.map(({ index, stored }) => [index, stored.id]))

// Values that are taken and records that would leave their writer's own sight drop out; the rest is tried again.
async function writeWhatFits(
  context: RecordContext,
  model: ModelInfo,
  checked: readonly Checked[],
  refused: Refusals,
  { onRefused = 'throw', path = 'attributes', written: tell }: CreateOptions,
): Promise<readonly Checked[]> {
  const ruled = context.access.rowRule(model) !== null
  for (;;) {
    const rest = checked.filter(
      ({ index, changed, archetypeId, stored }) =>
        !refused.has(index) && (changed.length > 0 || archetypeId !== stored.archetype_id),
    )
    if (rest.length === 0) {
      tell?.(idsOf(checked))
      return []
    }
    const mayRetry = onRefused === 'collect' && (ruled || rest.some(({ unique }) => unique.length > 0))
    if (mayRetry) await context.tx.query('savepoint before_update')
    const writing = updateRows(context, model, rest)
    tell?.(idsOf(checked))
    const lost = await writing
    for (const { index, field_key } of lost)
      refuse(
        index,
        refused,
        onRefused,
        'not_unique',
        'This value is used already.',
        notUnique(context, model, path, field_key),
      )
    const written = new Map(rest.map(({ stored, index }) => [stored.id, index]))
    const again = lost.length > 0 || (await refuseOutsideRowRule(context, model, written, refused, onRefused))
    if (mayRetry)
      await context.tx.query(
        again ? 'rollback to savepoint before_update' : 'release savepoint before_update',
      )
    if (!again) return rest
  }
}
