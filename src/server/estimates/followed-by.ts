import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { ChangedObject } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'

/** Changes that were written, as formulas that read them are told. */
export const followedBy = (model: ModelInfo, changes: readonly ChangedObject[]): Followed => ({
  model,
  changes: changes.map(({ stored, attributes }) => ({
    id: stored.id,
    before: stored.attributes,
    after: attributes,
  })),
})
