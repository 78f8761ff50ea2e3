import { setState as set } from '../rendering/screen-store.ts'
import type { ActionHandler } from './action-run.ts'

/** Sets one value of the screen's state. */
export const setState: ActionHandler<'set-state'> = ({ key, value }, run) => {
  set(run.store, key, run.resolve(value))
}
