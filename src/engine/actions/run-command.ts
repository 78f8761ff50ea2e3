import { invalidateModel } from '../data/invalidate-model.ts'
import { setState } from '../rendering/screen-store.ts'
import type { ActionHandler } from './action-run.ts'
import { valuesOf } from './values-of.ts'

/** Runs a command of the product and asks again for the records it may have changed; `into` keeps its result. */
export const runCommand: ActionHandler<'run'> = async ({ command, input, into }, run) => {
  const { result, models } = await run.engine.api.call('POST /api/commands/{name}', {
    params: { name: run.resolveText(command) },
    body: input === undefined ? {} : valuesOf(run.resolve(input)),
  })
  if (into !== undefined) setState(run.store, into, result)
  await Promise.all(models.map((model) => invalidateModel(run.client, model)))
}
