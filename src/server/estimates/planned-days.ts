import type { PlannedDays } from '#estimating/planned-work.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'
import { rowsOf, type StoredRow } from './stored-version.ts'

/**
 * The days that are planned for an estimate, by lineage, whichever of its versions they were planned in. None for whoever
 * may not see the plan.
 */
export async function plannedDays(
  context: RecordContext,
  estimate: string,
): Promise<Map<string, PlannedDays>> {
  const { workspace, access } = context
  const model = workspace.models.get('work_plans')
  if (!model || !access.can(model, 'read') || access.rowRule(model) !== null) return new Map()
  const readable = access.readable(model)
  if (!['line', 'start', 'finish'].every((key) => readable.has(key))) return new Map()
  const rows = await rowsOf(context, 'work_plans', 'estimate', [estimate])
  return new Map(
    rows.flatMap(({ attributes }) => {
      const [lineage, start, finish] = ['lineage', 'start', 'finish'].map((key) => textOf(attributes, key))
      return lineage && start && finish ? [[lineage, { start, finish }]] : []
    }),
  )
}

/** From when to when the project of an estimate runs, as far as that is known and whoever asks may see it. */
export async function projectDays(
  context: RecordContext,
  { attributes }: StoredRow,
): Promise<Partial<PlannedDays>> {
  const project = textOf(attributes, 'project')
  const model = context.workspace.models.get('projects')
  if (project === null || !model || !context.access.can(model, 'read')) return {}
  const readable = context.access.readable(model)
  const fields = ['start_on', 'finish_on'].filter(
    (key) => model.fields.get(key)?.type === 'date' && readable.has(key),
  )
  if (fields.length === 0) return {}
  const where = { field: 'id', op: 'eq' as const, value: project }
  const { rows } = await ask(context, { model: 'projects', fields, where, page: { size: 1 } })
  const [start, finish] = ['start_on', 'finish_on'].map((key) => textOf(rows[0] ?? {}, key))
  return { ...(start && { start }), ...(finish && { finish }) }
}
