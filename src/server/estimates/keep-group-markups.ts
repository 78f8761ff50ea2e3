import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { draftsForGroups } from './drafts-for-groups.ts'
import { keepVersions } from './keep-version.ts'
import { textOf } from './read-value.ts'

/**
 * Works out the drafts whose markups are for cost groups of a set in which groups were made, moved, deleted or brought
 * back: what is inside the chosen groups may be other than before. Other changes of groups are of no matter to sums.
 */
export async function keepGroupMarkups(
  context: RecordContext,
  changes: readonly RecordChange[],
  cause: EventCause,
): Promise<Followed[]> {
  const placed = changes.filter(
    ({ before, after }) =>
      !before || !after || ['parent', 'set'].some((key) => textOf(before, key) !== textOf(after, key)),
  )
  const sets = linkedIds(
    placed.flatMap(({ before, after }) => [before, after]),
    'set',
  )
  if (sets.size === 0) return []
  return keepVersions(context, await draftsForGroups(context, [...sets]), cause)
}
