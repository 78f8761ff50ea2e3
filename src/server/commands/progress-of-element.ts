import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import type { Row } from '#contracts/query.ts'
import { plainText, parseFixed, sumFixed } from '#estimating/fixed.ts'
import { reportProgress } from '#estimating/progress-report.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { progressRow } from '../progress/progress-row.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { today } from '../progress/today.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** What ties an element to lines; without these there is nothing to tell. */
const ties = [
  'takeoff_items',
  'line_links',
  'estimates',
  'progress_entries',
  'work_plans',
  'actual_costs',
] as const

/**
 * The agreed lines that a building element was counted for, with what is done of each and how much of it the element is
 * (`element`, in the line's unit). An element is the same in all versions of its model, so lines that were agreed by an
 * earlier one are told too. No lines where the models belong to no project, nothing was counted or agreed, or the reader may
 * not see all of it.
 */
export const progressOfElement = defineCommand({
  name: 'progress.of-element',
  title: 'Progress of an element',
  input: z.strictObject({ element: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { element }) {
    const { attributes } = await visibleRow(context, 'bim_elements', element, 'read')
    const project = await projectOf(context, attributes['version'])
    const none = { project, day: today(), currency: null, lines: [] }
    if (project === null || !mayKnow(context)) return none
    const counted = await countedAs(context, element, attributes['identity'])
    if (counted.size === 0) return none
    const loaded = (await loadProgress(context, [project])).get(project)
    if (!loaded) return none
    const lines = reportProgress(loaded.book, none.day).lines.flatMap((standing) => {
      const quantities = counted.get(standing.line.node.key)
      if (!quantities) return []
      return [
        {
          ...progressRow(standing, null, none.day),
          element: plainText(sumFixed(quantities.map(parseFixed))),
        },
      ]
    })
    return { ...none, currency: loaded.currency, lines }
  },
})

/** Whoever looks at a model may not see what is agreed and done: for them nothing was counted. */
function mayKnow(context: RecordContext): boolean {
  const { models } = context.workspace
  if (ties.some((key) => !models.has(key) || !context.access.can(must(models.get(key)), 'read'))) return false
  try {
    requireWhole(context)
    return true
  } catch (error) {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')) return false
    throw error
  }
}

async function projectOf(context: RecordContext, version: unknown): Promise<string | null> {
  const { attributes } = await visibleRow(context, 'bim_model_versions', String(version), 'read')
  const bim = await visibleRow(context, 'bim_projects', String(attributes['bim_project']), 'read')
  const project = bim.attributes['project']
  return typeof project === 'string' ? project : null
}

/** The quantities an element was counted with, by line: `estimate/lineage`. */
async function countedAs(
  context: RecordContext,
  element: string,
  identity: unknown,
): Promise<Map<string, string[]>> {
  // Of all versions of an element the first has no identity: the others have its id for theirs.
  const first = typeof identity === 'string' ? identity : element
  const same = await everyRow(context, {
    model: 'bim_elements',
    fields: ['id'],
    where: {
      or: [
        { field: 'id', op: 'in', value: [element, first] },
        { field: 'identity', op: 'eq', value: first },
      ],
    },
  })
  const items = await everyRow(context, {
    model: 'takeoff_items',
    fields: ['run', 'rule', 'group_key', 'quantity'],
    where: { field: 'element', op: 'in', value: same.map(({ id }) => String(id)) },
  })
  if (items.length === 0) return new Map()
  const links = await everyRow(context, {
    model: 'line_links',
    fields: ['run', 'rule', 'group_key', 'estimate', 'lineage'],
    // Of a line that was counted again the last count holds.
    sort: [{ field: 'created_at', dir: 'asc' }],
    where: {
      and: [
        { field: 'run', op: 'in', value: [...new Set(items.map(({ run }) => String(run)))] },
        { field: 'rule', op: 'in', value: [...new Set(items.map(({ rule }) => String(rule)))] },
      ],
    },
  })
  const groups = groupBy(items, groupOf)
  const found = new Map<string, string[]>()
  for (const link of links) {
    const quantities = (groups.get(groupOf(link)) ?? []).flatMap(({ quantity }) =>
      typeof quantity === 'string' ? [quantity] : [],
    )
    if (quantities.length > 0) found.set(`${String(link['estimate'])}/${String(link['lineage'])}`, quantities)
  }
  return found
}

const groupOf = (row: Row): string => JSON.stringify([row['run'], row['rule'], row['group_key'] ?? null])
