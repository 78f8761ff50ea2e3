import { AppError } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { fieldsOf } from './object-view.ts'
import { modelFor, type RecordContext } from './record-context.ts'
import { readVersion, type VersionChoice } from './read-version.ts'
import { loadObjects } from './stored-object.ts'
import { updateObjects } from './update-objects.ts'

/**
 * Gives a record the values it had in a version, as one change of its own: history goes on. Fields this person may not
 * read or write stay as they are, so nothing of them is told.
 */
export async function restoreVersion(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  choice: VersionChoice,
): Promise<void> {
  const { workspace, access } = context
  modelFor(context, model.key, 'update')
  const version = await readVersion(context, model, id, choice)
  const stored = must((await loadObjects(context, model, [id], { lock: true }))[0])
  const keys = fieldsOf(workspace, model, stored.archetype_id)
    .map(({ key }) => key)
    .filter((key) => !model.fields.get(key)?.computed)
    .filter((key) => access.mayRead(model, key, true) && access.mayWrite(model, key, true))
  const changed = keys.filter(
    (key) => canonicalJson(version[key] ?? null) !== canonicalJson(stored.attributes[key] ?? null),
  )
  if (changed.length === 0) return
  const pick = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  await updateObjects(context, model, [{ id, values: pick(version), base: pick(stored.attributes) }])
}

/** Refuses (422) a choice of two versions at once. */
export function oneVersion({ at, event }: VersionChoice): void {
  if (at !== undefined && event !== undefined)
    throw new AppError('invalid', 'Name one version: a moment or an event.')
}
