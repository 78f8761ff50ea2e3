import type { RecordContext } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'

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
  requireReadable(context, parts, 'Your role does not see all that these figures are made of.', 'all')
}
