import { AppError, type ErrorDetail } from '#base/app-error.ts'
import type { BinRefusal } from '#contracts/api/bin.ts'
import { eachAlone } from '../undo/each-alone.ts'
import { titleOf } from '../undo/record-title.ts'
import { modelFor, type RecordContext } from './record-context.ts'
import { restoreObject } from './restore-object.ts'
import { loadObjects } from './stored-object.ts'

/**
 * Brings several deleted records of a model back. One that cannot come back (a value of it was taken meanwhile, it is no
 * longer in the bin) stays and is told; the others return. 403 for whoever may not delete records of the model.
 */
export async function restoreBinned(
  context: RecordContext,
  { model: key, ids }: { model: string; ids: readonly string[] },
): Promise<{ restored: string[]; refused: BinRefusal[] }> {
  const model = modelFor(context, key, 'delete')
  if (model.kind !== 'objects') throw new AppError('not_found')
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].toSorted()
  const rows = await loadObjects(context, model, wanted, { lock: true, deleted: true })
  const stored = new Map(rows.map((row) => [row.id, row]))
  const failed = await eachAlone(context.tx, wanted, async (some) => {
    for (const id of some) await restoreObject(context, model, id)
  })
  const refused = [...failed].map(([id, error]): BinRefusal => {
    // What this reader may not see has no title here either.
    const values = error.code === 'not_found' ? {} : (stored.get(id)?.attributes ?? {})
    return { id, title: titleOf(context, model, values), code: error.code, message: messageOf(error) }
  })
  return { restored: wanted.filter((id) => !failed.has(id)), refused }
}

function messageOf({ message, details }: AppError): string {
  const [first] = Array.isArray(details) ? (details as ErrorDetail[]) : []
  return first?.message ?? message
}
