import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { RecordContext } from '../records/record-context.ts'
import { copied } from './copied.ts'
import { copyRows } from './copy-rows.ts'
import { ownLine } from './own-line.ts'
import { rowsOf, type StoredVersion } from './stored-version.ts'

/**
 * Lines, resources, markups, variables and further cost groups of a version in another, under new ids that point to each
 * other. `same`: the lines are the same ones in another version of their estimate; else they are lines of their own.
 */
export async function copyContent(
  context: RecordContext,
  { version: { id: from }, lines, resources, markups }: StoredVersion,
  version: string,
  lineage: 'same' | 'own',
): Promise<void> {
  const ids = new Map(lines.map(({ id }) => [id, newId()]))
  const shares = await rowsOf(context, 'line_classifications', 'line', [...ids.keys()])
  await copyRows(
    context,
    'estimate_lines',
    lines.map((row) => ({
      ...copied(lineage === 'same' ? row : ownLine(row), ['parent'], ids, { version }),
      id: must(ids.get(row.id)),
    })),
  )
  await copyRows(
    context,
    'estimate_resources',
    resources.map((row) => copied(row, ['line'], ids, { version })),
  )
  if (context.workspace.models.has('estimate_variables'))
    await copyRows(
      context,
      'estimate_variables',
      (await rowsOf(context, 'estimate_variables', 'version', [from])).map((row) =>
        copied(row, [], ids, { version }),
      ),
    )
  await copyRows(
    context,
    'estimate_markups',
    markups.map((row) => copied(row, [], ids, { version })),
  )
  await copyRows(
    context,
    'line_classifications',
    shares.map((row) => copied(row, ['line'], ids)),
  )
}
