import { AppError } from '#base/app-error.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import { uniqueValues } from '#kernel/models/unique-values.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { asItWas } from '../records/as-it-was.ts'
import { insertObjects } from '../records/insert-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { notUnique } from '../records/unique-rows.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

/**
 * Puts copies of records in place, under the ids they come with, and lets follow what follows from a write. Copies hold
 * what their originals hold, so neither values nor field rights are looked at: the caller has checked the right to create.
 */
export async function copyRows(
  context: RecordContext,
  key: string,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { workspace } = context
  const model = modelNamed(context, key)
  await guardWrite(context, model, {
    kind: 'create',
    ids: [],
    incoming: rows.map(({ attributes }) => attributes),
  })
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
  if (taken) throw new AppError('not_unique', undefined, { details: notUnique('', taken.field_key) })
  await asItWas(context, () =>
    recalculate(
      context,
      model,
      rows.map(({ id, attributes }) => ({ id, before: null, after: attributes })),
    ),
  )
}
