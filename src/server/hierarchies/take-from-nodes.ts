import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'

/**
 * Takes lines that go away from the nodes they belong to. A line that stays in another version of its estimate stays at its
 * nodes, named by that one. Of the others only who may takes them away; who may not is told that they are in use.
 */
export async function takeFromNodes(context: RecordContext, lines: readonly string[]): Promise<void> {
  const model = context.workspace.models.get('node_lines')
  if (!model) return
  const links = await rowsOf(context, 'node_lines', 'line', lines)
  if (links.length === 0) return
  const staying = await linesStaying(context, links, new Set(lines))
  const moved = links.flatMap((link) => {
    const line = staying.get(keyOf(link.attributes.estimate, link.attributes.lineage))
    return line === undefined ? [] : [[link.id, { line }] as const]
  })
  await keepValues(context, model, new Map(moved), { model_id: model.id, record_id: null })
  if (!context.access.can(model, 'delete')) return
  const kept = new Set(moved.map(([id]) => id))
  await deleteObjects(
    context,
    model,
    links.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  )
}

const keyOf = (estimate: unknown, lineage: unknown): string => JSON.stringify([estimate, lineage])

/** By estimate and lineage the line of the newest version that does not go. */
async function linesStaying(
  context: RecordContext,
  links: readonly StoredRow[],
  going: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const estimates = new Set(links.map(({ attributes }) => String(attributes.estimate)))
  const versions = await rowsOf(context, 'estimate_versions', 'estimate', [...estimates])
  const estimateOf = new Map(versions.map(({ id, attributes }) => [id, attributes.estimate]))
  const lines = await rowsOf(context, 'estimate_lines', 'version', [...estimateOf.keys()])
  const staying = new Map<string, string>()
  // Ids are in the order in which they were made.
  for (const { id, attributes } of lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (!going.has(id))
      staying.set(keyOf(estimateOf.get(String(attributes.version)), textOf(attributes, 'lineage') ?? id), id)
  return staying
}
