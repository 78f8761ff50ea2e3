import { isJsonObject } from '#base/json.ts'
import type { ActionHandler } from './action-run.ts'

/** Opens another layout above this one, with parameters of its own. */
export const openLayout: ActionHandler<'open'> = ({ layout, params, as, title }, run) => {
  const given = run.resolve(params ?? {})
  run.engine.dialogs.open({
    layout,
    params: isJsonObject(given) ? given : {},
    as: as ?? 'drawer',
    title: title === undefined ? null : run.resolveText(title),
  })
}
