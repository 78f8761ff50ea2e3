import { recordWrites } from '../data/record-writes.ts'
import type { ActionHandler } from './action-run.ts'

/** Deletes a record; its toast offers to take that back. */
export const deleteRecord: ActionHandler<'delete'> = async ({ model, id }, run) => {
  const writes = recordWrites(run.engine.api, run.client, run.resolveText(model))
  await writes.remove(run.resolveText(id), { quiet: run.announced, reportsFailure: false })
}
