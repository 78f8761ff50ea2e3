import type { ModelInfo } from '#kernel/models/workspace.ts'
import { visibleIds, type RecordContext } from './record-context.ts'
import { refuse, type OnRefused, type Refusals } from './refusals.ts'

/**
 * A row rule binds writes too: nobody makes a record they may not see, nor moves one out of their own sight. Looks at
 * written records (position by id) and refuses those that are outside: 403 `forbidden`. Answers whether there were any.
 */
export async function refuseOutsideRowRule(
  context: RecordContext,
  model: ModelInfo,
  written: ReadonlyMap<string, number>,
  refusals: Refusals,
  onRefused: OnRefused,
): Promise<boolean> {
  if (context.access.rowRule(model) === null || written.size === 0) return false
  // Whoever sends in a form that is open to everybody need not see it again: what they may set is a list of fields.
  if (context.caller.role === 'public') return false
  const visible = await visibleIds(context, model.key, [...written.keys()])
  const outside = [...written].filter(([id]) => !visible.has(id))
  for (const [, index] of outside)
    refuse(index, refusals, onRefused, 'forbidden', 'Your role may not have records with these values.')
  return outside.length > 0
}
