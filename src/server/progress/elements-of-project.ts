import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { requireWhole } from './require-whole.ts'
import type { ChosenElement } from './counted-elements.ts'

/** What ties an element to lines; without these there is nothing to tell. */
const ties = [
  'takeoff_items',
  'line_links',
  'estimates',
  'progress_entries',
  'work_plans',
  'actual_costs',
] as const

/** Whether this person may know what is agreed and done: whoever looks at a model may not see all of that. */
export function mayKnowWork(context: RecordContext): boolean {
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

/**
 * Building elements by their ids and the project of their models; null where that belongs to none. Throws 404 where one is
 * not there or may not be seen, 422 `several_projects`.
 */
export async function elementsOfProject(
  context: RecordContext,
  ids: readonly string[],
): Promise<{ project: string | null; elements: ChosenElement[] }> {
  const wanted = [...new Set(ids)]
  const rows = await everyRow(context, {
    model: 'bim_elements',
    fields: ['id', 'identity', 'version', 'version.bim_project.project', 'place'],
    where: { field: 'id', op: 'in', value: wanted },
  })
  if (rows.length < wanted.length) throw new AppError('not_found')
  const projects = new Set(rows.map((row) => textIn(row['version.bim_project.project'])))
  const [project = null, second] = projects
  if (second !== undefined)
    throw invalid([
      {
        path: 'elements',
        code: 'several_projects',
        message: 'These elements belong to models of several projects.',
      },
    ])
  return {
    project,
    elements: rows.map((row) => ({
      identity: textIn(row['identity']) ?? String(row['id']),
      place: textIn(row['place']),
    })),
  }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
