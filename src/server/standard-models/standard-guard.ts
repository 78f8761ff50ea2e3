import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'

type Attributes = Readonly<Record<string, unknown>>

/** What is about to be written of one model. */
export interface ComingWrite {
  /** Records that are there. */
  ids: readonly string[]
  /** The values that come: of new records all, of others those that are written; none where records go. */
  incoming: readonly Attributes[]
  kind: 'create' | 'update' | 'delete' | 'restore'
}

/**
 * Called before records of one of the product's own models are written, and before any of them is held: holds what they
 * belong to, so that all writers take their locks in the same order. Answers which of them cannot be written now, by their
 * position in the write, and throws (422) what concerns all. It tells nothing of records this person may not see: those are
 * refused with 404 later.
 */
export type StandardGuard = (
  context: RecordContext,
  model: ModelInfo,
  write: ComingWrite,
) => Promise<Refusals | void>
