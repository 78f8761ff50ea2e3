import { AppError } from '#base/app-error.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'

/** What the figures are made of, by models. */
const parts: Readonly<Record<string, readonly string[]>> = {
  estimates: ['project'],
  estimate_versions: ['status', 'currency'],
  estimate_lines: ['number', 'title', 'unit', 'quantity', 'node_total'],
  progress_entries: ['line', 'day', 'quantity', 'percent', 'place'],
  actual_costs: ['line', 'day', 'amount', 'hours'],
  work_plans: ['line', 'start', 'finish'],
}

/**
 * A sum says something of every part of it. Who may not see all of what it is made of is shown none (403), or learns that
 * a model is not there (404).
 */
export function requireWhole(context: RecordContext): void {
  const { access } = context
  for (const [key, fields] of Object.entries(parts)) {
    const model = modelFor(context, key, 'read')
    if (access.rowRule(model) !== null || fields.some((field) => !access.mayRead(model, field, true)))
      throw new AppError('forbidden', 'Your role does not see all that these figures are made of.')
  }
}
