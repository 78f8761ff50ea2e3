import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { EventCause } from '../records/update-rows.ts'

/** Why derived values change: one record that was written, or several of one model. */
export const causeOf = (model: ModelInfo, changes: readonly RecordChange[]): EventCause => ({
  model_id: model.id,
  record_id: changes.length === 1 ? (changes[0]?.id ?? null) : null,
})
