import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { EventCause } from '../records/update-rows.ts'
import type { RecordChange } from './affected-records.ts'

/** What other records' values follow from: the one record that was written, or several of its model. */
export const causeOf = (model: ModelInfo, [first, ...more]: readonly RecordChange[]): EventCause => ({
  model_id: model.id,
  record_id: more.length === 0 ? (first?.id ?? null) : null,
})
