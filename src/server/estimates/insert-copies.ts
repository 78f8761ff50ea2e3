import { AppError } from '#base/app-error.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import { uniqueValues } from '#kernel/models/unique-values.ts'
import { insertObjects } from '../records/insert-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { notUnique } from '../records/unique-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

/**
 * Puts copies of records in place under the ids they come with, and answers them as something that followed: what follows
 * from them is the caller's business. Copies hold what their originals hold, so neither values nor rights are looked at.
 */
export async function insertCopies(
  context: RecordContext,
  key: string,
  rows: readonly StoredRow[],
): Promise<Followed> {
  const { workspace } = context
  const model = modelNamed(context, key)
  const { lost } = insertObjects(
    context,
    model,
    rows.map(({ id, archetype_id, attributes }, index) => {
      const fields = effectiveFields(model, effectiveArchetype(workspace, model, archetype_id).archetype)
      const unique = uniqueValues(model, fields, attributes)
      return { index, id, archetypeId: archetype_id, parentId: null, attributes, unique }
    }),
  )
  const [taken] = await lost
  if (taken) {
    throw new AppError('not_unique', undefined, { details: notUnique(context, model, '', taken.field_key) })
  }
  return { model, changes: rows.map(({ id, attributes }) => ({ id, before: null, after: attributes })) }
}
