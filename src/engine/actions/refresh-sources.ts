import { canonicalJson } from '#base/json.ts'
import { askAgainOncePaused } from '../data/invalidate-model.ts'
import { oncePaused } from '../data/typing.ts'
import type { ActionHandler } from './action-run.ts'

/** Asks sources of this screen again: the named ones, or all; and whatever shows records of the named models. */
export const refreshSources: ActionHandler<'refresh'> = async ({ sources, models = [] }, run) => {
  const refresh = oncePaused(run.store, canonicalJson(sources ?? null), () => run.refresh(sources))
  await Promise.all([refresh, ...models.map((model) => askAgainOncePaused(run.client, model))])
}
