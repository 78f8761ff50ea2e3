import type { ActionHandler } from './action-run.ts'
import { safeTarget } from './safe-target.ts'

/** Goes to another place; outside addresses open in a tab of their own that knows nothing of this one. */
export const navigate: ActionHandler<'navigate'> = ({ to, replace = false }, run) => {
  const target = safeTarget(run.resolveText(to))
  if (target.kind === 'inside') run.navigate(target.path, { replace })
  else window.open(target.url, '_blank', 'noopener,noreferrer')
}
