import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'

/** Records of one model whose values a rule has changed. */
export interface Followed {
  model: ModelInfo
  changes: readonly RecordChange[]
}

/**
 * What the product keeps true for one of its own models. Called in the transaction of every write of its records (made,
 * changed, deleted, brought back; `before` or `after` is null), after the rows are there. It throws to refuse the write,
 * and lets derived values follow by `updateRows` with a cause; it answers what it changed, so that formulas follow, too.
 */
export type StandardRule = (
  context: RecordContext,
  model: ModelInfo,
  changes: readonly RecordChange[],
) => Promise<readonly Followed[]>
