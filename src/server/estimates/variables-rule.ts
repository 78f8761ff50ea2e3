import { invalid } from '#base/app-error.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { requireSameVersion } from './content-rule.ts'
import { keepVersions } from './keep-version.ts'
import { workOutQuantities } from './line-quantities.ts'
import { loadVariables } from './load-variables.ts'
import { textOf } from './read-value.ts'
import { modelNamed, rowsOf } from './stored-version.ts'

/**
 * When a variable comes, changes or goes, the variables that read it, the quantities of lines whose formulas read it, and
 * the sums of the version follow. 422 where one of them cannot be worked out any more.
 */
export const variablesRule: StandardRule = async (context, model, changes) => {
  for (const change of changes) requireSameVersion(change)
  const cause = causeOf(model, changes)
  const versions = linkedIds(
    changes.flatMap(({ before, after }) => [before, after]),
    'version',
  )
  const followed: Followed[] = []
  for (const version of versions) followed.push(...(await followVariables(context, version, cause)))
  return [...followed, ...(await keepVersions(context, versions, cause))]
}

async function followVariables(
  context: RecordContext,
  version: string,
  cause: EventCause,
): Promise<Followed[]> {
  const { values, problems } = await loadVariables(context, version)
  if (problems.length > 0)
    throw invalid(problems.map(({ id: _id, ...problem }) => ({ ...problem, code: 'formula' })))
  const variables = modelNamed(context, 'estimate_variables')
  const kept = await keepValues(
    context,
    variables,
    new Map([...values].map(([id, value]) => [id, { value }])),
    cause,
  )
  const lines = modelNamed(context, 'estimate_lines')
  const asked = (await rowsOf(context, 'estimate_lines', 'version', [version])).filter(
    ({ attributes }) => textOf(attributes, 'qty_formula') !== null,
  )
  const quantities = await workOutQuantities(context, asked)
  const changed = await keepValues(
    context,
    lines,
    new Map([...quantities].map(([id, quantity]) => [id, { quantity }])),
    cause,
  )
  return [
    { model: variables, changes: kept },
    { model: lines, changes: changed },
  ]
}
