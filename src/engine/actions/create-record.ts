import { recordWrites } from '../data/record-writes.ts'
import { setState } from '../rendering/screen-store.ts'
import type { ActionHandler } from './action-run.ts'
import { valuesOf } from './values-of.ts'

/** Creates a record; `into` keeps its row in the screen's state for the steps after it. */
export const createRecord: ActionHandler<'create'> = async ({ model, values, into }, run) => {
  const writes = recordWrites(run.engine.api, run.client, run.resolveText(model))
  const row = await writes.create(valuesOf(run.resolve(values)), {
    quiet: run.announced,
    reportsFailure: false,
  })
  if (into !== undefined) setState(run.store, into, row)
}
