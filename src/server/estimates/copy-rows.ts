import { recalculate } from '../formulas/recalculate.ts'
import { asItWas } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { insertCopies } from './insert-copies.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

/**
 * Puts copies of records in place, under the ids they come with, and lets follow what follows from a write. The caller has
 * checked the right to create.
 */
export async function copyRows(
  context: RecordContext,
  key: string,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return
  await guardWrite(context, modelNamed(context, key), {
    kind: 'create',
    ids: [],
    incoming: rows.map(({ attributes }) => attributes),
  })
  const { model, changes } = await insertCopies(context, key, rows)
  await asItWas(context, () => recalculate(context, model, changes), 'copied')
}
