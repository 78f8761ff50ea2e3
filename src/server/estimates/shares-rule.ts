import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { keepVersions } from './keep-version.ts'
import { listOf, textOf } from './read-value.ts'
import { modelNamed, rowsOf } from './stored-version.ts'
import { loadObjects } from '../records/stored-object.ts'

/** Further cost groups of a line change what is reckoned on cost groups: where a version has such a markup, it is worked out. */
export const sharesRule: StandardRule = async (context, model, changes) => {
  const lines = linkedIds(
    changes.flatMap(({ before, after }) => [before, after]),
    'line',
  )
  const rows = await loadObjects(context, modelNamed(context, 'estimate_lines'), [...lines])
  const versions = new Set(rows.flatMap(({ attributes }) => textOf(attributes, 'version') ?? []))
  if (versions.size === 0 || !context.workspace.models.has('estimate_markups')) return []
  const markups = await rowsOf(context, 'estimate_markups', 'version', [...versions])
  const asking = markups.flatMap(({ attributes }) =>
    listOf(attributes, 'basis_groups').length > 0 ? [String(attributes.version)] : [],
  )
  return keepVersions(context, new Set(asking), causeOf(model, changes))
}
