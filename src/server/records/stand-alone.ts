import { formulaPlan } from '#kernel/formulas/plan.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { allRules } from '../standard-models/all-rules.ts'
import type { CheckedItem } from './check-references.ts'

/** Whether these records are written without holding others, and nothing else follows from them in the transaction. */
export function standAlone(
  workspace: Workspace,
  model: ModelInfo,
  items: readonly Pick<CheckedItem, 'validated'>[],
): boolean {
  const { byModel, dependents } = formulaPlan(workspace)
  return (
    allRules[model.source?.standard ?? ''] === undefined &&
    !byModel.has(model.key) &&
    !dependents.has(model.key) &&
    items.every(({ validated }) => validated.files.length === 0)
  )
}

/**
 * The second of two works on one transaction whose statements are sent together. When the first is refused, that is
 * thrown; never before both have ended, so that nothing is asked of a transaction that is over.
 */
export async function bothOf<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  const [one, other] = await Promise.allSettled([first, second])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  return other.value
}
