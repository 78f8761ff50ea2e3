import { deleteObjects } from '../records/delete-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelNamed, rowsOf } from './stored-version.ts'

/** Takes the quotes for lines away that go themselves, also for whoever may not see them: the caller has checked the right to the lines. */
export async function removeQuotes(context: RecordContext, lines: readonly string[]): Promise<void> {
  if (!context.workspace.models.has('estimate_quotes')) return
  const quotes = await rowsOf(context, 'estimate_quotes', 'line', lines)
  const ids = quotes.map(({ id }) => id)
  await deleteObjects(context, modelNamed(context, 'estimate_quotes'), ids, { follows: true })
}
