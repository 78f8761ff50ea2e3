import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { RecordContext } from '../records/record-context.ts'
import { copied } from './copied.ts'
import { lineElsewhere } from './own-line.ts'
import { rowsOf, type StoredRow, type StoredVersion } from './stored-version.ts'

/**
 * Lines, resources, variables, markups, quotes and further cost groups of a version as they would stand in another, by model in the
 * order in which they are put there, under new ids that point to each other. `same`: the lines are the same ones in another
 * version of their estimate; else they are lines of another estimate, and the quotes for the first stay there. Nothing is written.
 */
export async function contentCopies(
  context: RecordContext,
  { version: { id: from }, lines, resources, markups }: StoredVersion,
  version: string,
  lineage: 'same' | 'own',
): Promise<[key: string, rows: StoredRow[]][]> {
  const ids = new Map(lines.map(({ id }) => [id, newId()]))
  const has = (key: string): boolean => context.workspace.models.has(key)
  const shares = has('line_classifications')
    ? await rowsOf(context, 'line_classifications', 'line', [...ids.keys()])
    : []
  const variables = has('estimate_variables')
    ? await rowsOf(context, 'estimate_variables', 'version', [from])
    : []
  const quotes =
    lineage === 'same' && has('estimate_quotes')
      ? await rowsOf(context, 'estimate_quotes', 'version', [from])
      : []
  return [
    [
      'estimate_lines',
      lines.map((row) => ({
        ...copied(lineage === 'same' ? row : lineElsewhere(row), ['parent'], ids, { version }),
        id: must(ids.get(row.id)),
      })),
    ],
    ['estimate_resources', resources.map((row) => copied(row, ['line'], ids, { version }))],
    ['estimate_variables', variables.map((row) => copied(row, [], ids, { version }))],
    ['estimate_markups', markups.map((row) => copied(row, ['section'], ids, { version }))],
    ['estimate_quotes', quotes.map((row) => copied(row, ['line'], ids, { version }))],
    ['line_classifications', shares.map((row) => copied(row, ['line'], ids))],
  ]
}
