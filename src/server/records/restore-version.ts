import { AppError } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import { fittingValue } from '#contracts/fitting-value.ts'
import { isKept } from '#kernel/permissions/refuse-computed.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { fieldsOf } from './object-view.ts'
import { modelFor, requireVisible, type RecordContext } from './record-context.ts'
import { versionValues, type VersionChoice } from './read-version.ts'
import { inOrder, loadObjects } from './stored-object.ts'
import { updateObjects } from './update-objects.ts'

/** A version, what the person saw beside it, and the fields they leave as they are. */
export interface RestoreChoice extends VersionChoice {
  base?: Record<string, unknown> | undefined
  keep?: readonly string[] | undefined
}

/**
 * Gives a record the values it had in a version, as one change of its own: history goes on. Fields this person may not
 * read or write stay as they are, so nothing of them is told. 412 as for any change, where somebody changed what `base`
 * holds.
 */
export async function restoreVersion(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  { base = {}, keep = [], ...choice }: RestoreChoice,
): Promise<void> {
  const { workspace, access } = context
  modelFor(context, model.key, 'update')
  const stored = must(inOrder(await loadObjects(context, model, [id], { lock: true }), [id])[0])
  await requireVisible(context, model, [id])
  const version = await versionValues(context, model, id, choice)
  const fields = fieldsOf(workspace, model, stored.archetype_id)
    .filter(({ key }) => !isKept(model.fields.get(key)) && !keep.includes(key))
    .filter(({ key }) => access.mayRead(model, key, true) && access.mayWrite(model, key, true))
  // The type of a field may be another since: "7" of a text is 7 of a number.
  const then = Object.fromEntries(
    fields.map(({ key, type }) => [key, fittingValue(type, version[key] ?? null)]),
  )
  const changed = Object.keys(then).filter(
    (key) => canonicalJson(then[key]) !== canonicalJson(stored.attributes[key] ?? null),
  )
  if (changed.length === 0) return
  const pick = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  const said = Object.entries(base).filter(([key]) => changed.includes(key))
  const seen = { ...pick(stored.attributes), ...Object.fromEntries(said) }
  await updateObjects(context, model, [{ id, values: pick(then), base: seen }])
}

/** Refuses (422) a choice of two versions at once. */
export function oneVersion({ at, event }: VersionChoice): void {
  if (at !== undefined && event !== undefined)
    throw new AppError('invalid', 'Name one version: a moment or an event.')
}
