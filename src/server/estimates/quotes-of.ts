import { requireSeen } from '../recipes/require-seen.ts'
import type { RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'
import { rowsOf, type StoredRow, type StoredVersion } from './stored-version.ts'
import { subtreeOf } from './subtree-of.ts'

/** The lines of a node with the quotes for them. */
export interface QuotedLines {
  lines: StoredRow[]
  quotes: StoredRow[]
}

/**
 * The quotes for a line, or for all lines in a section. 403 where this person may not see all of them, 422 in a workspace
 * without the model.
 */
export async function quotesOf(
  context: RecordContext,
  { lines: all }: Pick<StoredVersion, 'lines'>,
  node: string,
): Promise<QuotedLines> {
  const lines = subtreeOf(all, [node]).filter(({ attributes }) => textOf(attributes, 'kind') === 'line')
  const quotes = await rowsOf(
    context,
    'estimate_quotes',
    'line',
    lines.map(({ id }) => id),
  )
  await requireSeen(context, { read: new Map([['estimate_quotes', quotes.map(({ id }) => id)]]) })
  return { lines, quotes }
}
