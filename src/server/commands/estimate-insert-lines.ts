import { z } from 'zod'
import { isDecimalText } from '#base/decimal.ts'
import { must } from '#base/assert.ts'
import { pastedOutline, type OutlineNode, type PastedRow } from '#estimating/pasted-outline.ts'
import { sortBetween } from '#estimating/sort-between.ts'
import { sortsBetween } from '#estimating/sorts-between.ts'
import { findGap } from '../estimates/find-place.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const number = z.string().refine(isDecimalText, 'Write a number.').nullish()
const rowSchema = z
  .object({
    number: z.string().max(80).optional(),
    title: z.string().max(1000).default(''),
    text: z.string().max(20_000).nullish(),
    quantity: number,
    unit: z.string().max(40).nullish(),
    unit_rate: number,
  })
  // Other fields of a line, checked as they are written.
  .catchall(z.json())

/** Rows of a spreadsheet as sections and lines, exactly where they are wanted: right below a node, or last of all. */
export const insertEstimateLines = defineCommand({
  name: 'estimate.insert-lines',
  title: 'Insert lines from a spreadsheet',
  input: z.strictObject({
    version: z.uuid(),
    below: z.uuid().nullish(),
    rows: z.array(rowSchema).min(1).max(5000),
  }),
  changes: ['estimate_lines', 'estimate_versions', 'estimates'],
  async run(context, { version, below, rows }) {
    const model = modelFor(context, 'estimate_lines', 'create')
    await visibleRow(context, 'estimate_versions', version, 'read')
    if (below) await visibleRow(context, 'estimate_lines', below, 'read')
    const stored = await rowsOf(context, 'estimate_lines', 'version', [version])
    const gap = findGap(stored, below ? { below } : { inside: null })
    const nodes = pastedOutline(rows)
    const sorts = sortsOf(nodes, gap)
    const made = new Map<number, string>()
    await keptOnce(context, { model_id: model.id, record_id: version }, async () => {
      // Level by level: what a node stands in is there before it.
      for (const level of levelsOf(nodes)) {
        const drafts = level.map((at) => {
          const { kind, row, parent } = must(nodes[at])
          const inside = parent === null ? gap.parent : must(made.get(parent))
          return { values: { ...valuesOf(kind, row), version, kind, sort: must(sorts[at]), parent: inside } }
        })
        const { ids } = await createObjects(context, model, drafts, { path: 'rows' })
        level.forEach((at, index) => made.set(at, must(ids.get(index))))
      }
    })
    return { inserted: nodes.length, first: made.get(0) ?? null }
  },
})

/** A key for each: those at the top between what stands around the place of the paste, others in their section. */
function sortsOf(
  nodes: readonly OutlineNode[],
  { before, after }: { before: string | null; after: string | null },
): string[] {
  const atTop = nodes.filter(({ parent }) => parent === null).length
  const tops = sortsBetween(before, after, atTop).values()
  const last = new Map<number, string>()
  return nodes.map(({ parent }) => {
    if (parent === null) return must(tops.next().value)
    const sort = sortBetween(last.get(parent) ?? null, null)
    last.set(parent, sort)
    return sort
  })
}

/** Positions by depth, those at the top first. */
function levelsOf(nodes: readonly OutlineNode[]): number[][] {
  const depths: number[] = []
  const levels: number[][] = []
  nodes.forEach(({ parent }, at) => {
    const depth = parent === null ? 0 : must(depths[parent]) + 1
    depths.push(depth)
    const level = (levels[depth] ??= [])
    level.push(at)
  })
  return levels
}

function valuesOf(kind: OutlineNode['kind'], { title, number: _number, ...values }: PastedRow) {
  const own = kind === 'line' ? values : { text: values.text }
  const filled = Object.entries(own).filter(([, value]) => value != null && String(value).trim() !== '')
  return { ...Object.fromEntries(filled), title: title.trim() || 'New line' }
}
