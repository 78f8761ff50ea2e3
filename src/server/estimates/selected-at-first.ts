import { selectedAtFirst as atFirst } from '#estimating/counts-in-total.ts'
import type { ItemType } from '#estimating/estimate-document.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { textOf } from './read-value.ts'

/** Whether lines are chosen that became another kind, where the same write does not say it. */
export function selectedAtFirst(changes: readonly RecordChange[]): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const { id, before, after, named } of changes) {
    if (!after || named?.includes('selected')) continue
    const kind = textOf(after, 'item_type') ?? 'normal'
    if (before && (textOf(before, 'item_type') ?? 'normal') === kind) continue
    // A new line with a choice, or one whose choice changed in the same write, says it itself.
    if ((after.selected ?? null) !== (before?.selected ?? null)) continue
    const selected = atFirst(kind as ItemType)
    if (selected !== null && after.selected !== selected) found.set(id, selected)
  }
  return found
}
