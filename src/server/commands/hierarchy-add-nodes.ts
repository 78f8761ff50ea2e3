import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import { must } from '#base/assert.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { kindsOf } from '../hierarchies/make-hierarchy.ts'
import { nodesOfRows, type KnownNode, type NodeDraft } from '../hierarchies/nodes-of-rows.ts'
import { createObjects } from '../records/create-objects.ts'
import { everyRow } from '../records/every-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const atOnce = 500
const text = z.string().max(500).nullish()
const number = z.string().refine(isDecimalText, 'Write a number.').nullish()
const rowSchema = z.object({
  name: z.string().trim().min(1).max(200),
  code: text,
  parent: text,
  kind: text,
  area: number,
  volume: number,
  notes: z.string().max(20_000).nullish(),
})

/** The rows of a list or CSV file as nodes of a hierarchy, below a node or at the top: all of them, or none with the rows that are wrong. */
export const addNodes = defineCommand({
  name: 'hierarchy.add-nodes',
  title: 'Add nodes from a list',
  input: z.strictObject({
    hierarchy: z.uuid(),
    inside: z.uuid().nullish(),
    rows: z.array(rowSchema).min(1).max(5000),
  }),
  changes: ['hierarchies', 'hierarchy_nodes'],
  async run(context, { hierarchy, inside, rows }) {
    const model = modelFor(context, 'hierarchy_nodes', 'create')
    const { attributes } = await visibleRow(context, 'hierarchies', hierarchy, 'read')
    if (inside) await visibleRow(context, 'hierarchy_nodes', inside, 'read')
    const known = await nodesOf(context, hierarchy)
    const { drafts, wrong } = nodesOfRows(rows, known, await kindsOf(context, hierarchy))
    if (wrong.length > 0) throw invalid(wrong.slice(0, 20))
    // In the order of the list, after those that are there.
    const before = Number(attributes['node_count'] ?? 0)
    const sortOf = (row: number): string => String(before + row).padStart(6, '0')
    const made = new Map<number, string>()
    const parentOf = ({ above }: NodeDraft): string | null =>
      typeof above === 'number' ? must(made.get(above)) : (above ?? inside ?? null)
    for (const level of levelsOf(drafts))
      for (let at = 0; at < level.length; at += atOnce) {
        const some = level.slice(at, at + atOnce)
        const values = some.map((draft) => {
          const { parent: _parent, kind: _kind, ...own } = must(rows[draft.row])
          const filled = Object.entries(own).filter(([, value]) => value != null && value.trim() !== '')
          const place = { hierarchy, parent: parentOf(draft), node_type: draft.kind, sort: sortOf(draft.row) }
          return { values: { ...Object.fromEntries(filled), ...place } }
        })
        const { ids } = await createObjects(context, model, values, { path: 'rows' })
        some.forEach(({ row }, index) => made.set(row, must(ids.get(index))))
      }
    return { added: made.size }
  },
})

async function nodesOf(context: RecordContext, hierarchy: string): Promise<KnownNode[]> {
  const rows = await everyRow(context, {
    model: 'hierarchy_nodes',
    fields: ['id', 'name', 'code', 'path'],
    where: { field: 'hierarchy', op: 'eq', value: hierarchy },
  })
  return rows.map(({ id, name, code, path }) => ({
    id: String(id),
    name: String(name),
    code: typeof code === 'string' ? code : null,
    path: String(path),
  }))
}

/** By depth: what a node is part of is there before it. */
function levelsOf(drafts: readonly NodeDraft[]): NodeDraft[][] {
  const levels: NodeDraft[][] = []
  for (const draft of drafts) levels[draft.depth] = [...(levels[draft.depth] ?? []), draft]
  return levels
}
