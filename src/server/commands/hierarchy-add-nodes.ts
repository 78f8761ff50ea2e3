import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { kindsOf } from '../hierarchies/make-hierarchy.ts'
import { nodeSorts, type SortedNode } from '../hierarchies/node-sorts.ts'
import { nodesOfRows, type KnownNode, type NodeDraft } from '../hierarchies/nodes-of-rows.ts'
import { checkDrafts, createObjects } from '../records/create-objects.ts'
import { everyRow } from '../records/every-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { refuseAll, type Refusals } from '../records/refusals.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { defineCommand } from './command.ts'

const atOnce = 500
/** So many rows are named that are wrong. */
const most = 20
const text = z.string().max(500).nullish()
const measure = z
  .string()
  .refine((value) => isDecimalText(value) && !value.startsWith('-'), 'Write a number from 0.')
  .nullish()
const rowSchema = z.object({
  name: z
    .string('Write a name.')
    .trim()
    .min(1, 'Write a name.')
    .max(200, 'A name has at most 200 characters.'),
  code: z.string().max(60, 'A code has at most 60 characters.').nullish(),
  parent: text,
  kind: text,
  area: measure,
  volume: measure,
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
    await visibleRow(context, 'hierarchies', hierarchy, 'read')
    if (inside) await visibleRow(context, 'hierarchy_nodes', inside, 'read')
    const known = await nodesOf(context, model, hierarchy)
    const kinds = rows.some(({ kind }) => kind?.trim()) ? await kindsOf(context, hierarchy) : []
    const { drafts, wrong } = nodesOfRows(rows, known, kinds, inside ?? null)
    if (wrong.length > 0) throw invalid(wrong.slice(0, most))
    const placeOf = ({ above }: NodeDraft): string | null =>
      typeof above === 'number' ? null : (above ?? inside ?? null)
    const { sorts, given } = nodeSorts(
      drafts.map((draft) => (typeof draft.above === 'number' ? `row ${draft.above}` : placeOf(draft))),
      known,
    )
    await keepValues(context, model, given, { model_id: model.id, record_id: null })
    const made = new Map<number, string>()
    const valuesOf = (draft: NodeDraft, parent: string | null) => {
      const { parent: _parent, kind: _kind, ...own } = must(rows[draft.row])
      const filled = Object.entries(own).filter(([, value]) => value != null && value.trim() !== '')
      const place = { hierarchy, parent, node_type: draft.kind, sort: must(sorts[draft.row]) }
      return { values: { ...Object.fromEntries(filled), ...place } }
    }
    // Every row before any is written, so that all that is wrong with them is told at once.
    const { refused } = await checkDrafts(
      context,
      model,
      drafts.map((draft) => valuesOf(draft, placeOf(draft))),
      '',
    )
    refuseAll(firstOf(refused), (index) => `rows.${must(drafts[index]).row}`)
    const parentOf = (draft: NodeDraft): string | null =>
      typeof draft.above === 'number' ? must(made.get(draft.above)) : placeOf(draft)
    for (const level of levelsOf(drafts))
      for (let at = 0; at < level.length; at += atOnce) {
        const some = level.slice(at, at + atOnce)
        const values = some.map((draft) => valuesOf(draft, parentOf(draft)))
        const written = await createObjects(context, model, values, { path: '', onRefused: 'collect' })
        refuseAll(firstOf(written.refused), (index) => `rows.${must(some[index]).row}`)
        some.forEach(({ row }, index) => made.set(row, must(written.ids.get(index))))
      }
    return { added: made.size }
  },
})

const firstOf = (refused: Refusals): Refusals => new Map([...refused].slice(0, most))

/** The nodes that are there, in the order in which they are shown. */
async function nodesOf(
  context: RecordContext,
  model: ModelInfo,
  hierarchy: string,
): Promise<(KnownNode & SortedNode)[]> {
  const mayRead = (key: string): boolean => context.access.mayRead(model, key)
  const rows = await everyRow(context, {
    model: 'hierarchy_nodes',
    fields: ['id', ...['name', 'code', 'path', 'parent', 'node_type', 'sort'].filter(mayRead)],
    where: { field: 'hierarchy', op: 'eq', value: hierarchy },
    sort: ['sort', 'code', 'name'].filter(mayRead).map((field) => ({ field, dir: 'asc' as const })),
  })
  const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return rows.map(({ id, name, code, path, parent, node_type, sort }) => ({
    id: String(id),
    name: textIn(name) ?? '',
    code: textIn(code),
    path: textIn(path) ?? '',
    parent: textIn(parent),
    kind: textIn(node_type),
    // One that is kept from this person is not to be written.
    sort: mayRead('sort') && mayRead('parent') ? textIn(sort) : '',
  }))
}

/** By depth: what a node is part of is there before it. */
function levelsOf(drafts: readonly NodeDraft[]): NodeDraft[][] {
  const levels: NodeDraft[][] = []
  for (const draft of drafts) (levels[draft.depth] ??= []).push(draft)
  return levels
}
