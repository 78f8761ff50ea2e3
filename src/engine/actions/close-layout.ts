import { isJsonObject } from '#base/json.ts'
import type { ActionHandler } from './action-run.ts'

/** Closes the drawer or dialog; on a page goes back, or a level up for who came by a link. */
export const closeLayout: ActionHandler<'close'> = (_step, run) => {
  if (run.close) return run.close()
  const history: unknown = window.history.state
  if (isJsonObject(history) && Number(history['idx']) > 0) return window.history.back()
  return run.navigate(window.location.pathname.replace(/\/[^/]+\/?$/, '') || '/', { replace: true })
}
