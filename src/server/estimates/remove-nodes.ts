import { takeFromNodes } from '../hierarchies/take-from-nodes.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { removeQuotes } from './remove-quotes.ts'
import { rowsOf } from './stored-version.ts'

/** Deletes nodes, all that are inside each other together, with what they are made of. For a work that `keptOnce` holds. */
export async function removeNodes(context: RecordContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const key of ['line_classifications', 'estimate_resources']) {
    if (!context.workspace.models.has(key)) continue
    const belonging = await rowsOf(context, key, 'line', ids)
    if (belonging.length > 0)
      await deleteObjects(
        context,
        modelFor(context, key, 'delete'),
        belonging.map(({ id }) => id),
      )
  }
  await removeQuotes(context, ids)
  await takeFromNodes(context, ids)
  await deleteObjects(context, modelFor(context, 'estimate_lines', 'delete'), ids)
}
