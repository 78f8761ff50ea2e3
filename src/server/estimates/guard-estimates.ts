import { visibleIds } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import type { StandardGuard } from '../standard-models/standard-guard.ts'
import { holdVersions } from './hold-versions.ts'
import { rowsOf } from './stored-version.ts'

/** What was never shown to a customer. */
const inside: ReadonlySet<string> = new Set(['draft', 'in_review', 'approved'])

/**
 * What was offered stays the experience that figures are made of, so it becomes no template: a new estimate that begins like
 * it may. Its versions are held, so that none is issued meanwhile.
 */
export const guardEstimates: StandardGuard = async (context, _model, { kind, ids, incoming }) => {
  const refused: Refusals = new Map()
  const wanted = kind === 'update' ? ids.filter((_id, at) => incoming[at]?.template === true) : []
  if (wanted.length === 0) return refused
  const versions = await rowsOf(context, 'estimate_versions', 'estimate', wanted)
  const held = await holdVersions(
    context,
    versions.map(({ id }) => id),
  )
  const offered = held.filter(({ status }) => !inside.has(status)).map(({ estimate }) => estimate)
  const message = 'This was offered already: begin a new estimate like it, and make that a template.'
  for (const id of await visibleIds(context, 'estimates', [...new Set(offered)]))
    refused.set(ids.indexOf(id), [{ path: 'template', code: 'offered', message }])
  return refused
}
