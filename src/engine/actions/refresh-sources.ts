import type { ActionHandler } from './action-run.ts'

/** Asks sources of this screen again: the named ones, or all. */
export const refreshSources: ActionHandler<'refresh'> = ({ sources }, run) => run.refresh(sources)
