import { recordWrites } from '../data/record-writes.ts'
import type { ActionHandler } from './action-run.ts'
import { valuesOf } from './values-of.ts'

/** Changes some fields of a record; `base` lets edits of two people merge. */
export const saveRecord: ActionHandler<'save'> = async ({ model, id, values, base }, run) => {
  const writes = recordWrites(run.engine.api, run.client, run.resolveText(model))
  const before = base === undefined ? undefined : valuesOf(run.resolve(base))
  await writes.update(run.resolveText(id), valuesOf(run.resolve(values)), before, {
    quiet: run.announced,
    reportsFailure: false,
  })
}
