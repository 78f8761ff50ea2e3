import { invalidateModel } from '../data/invalidate-model.ts'
import { typingPaused } from '../data/typing.ts'
import type { ActionHandler } from './action-run.ts'

/** Asks sources of this screen again: the named ones, or all; and whatever shows records of the named models. */
export const refreshSources: ActionHandler<'refresh'> = async ({ sources, models = [] }, run) => {
  await typingPaused()
  run.refresh(sources)
  await Promise.all(models.map((model) => invalidateModel(run.client, model)))
}
