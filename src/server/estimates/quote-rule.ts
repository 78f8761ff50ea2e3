import { invalid } from '#base/app-error.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { requireSameVersion } from './content-rule.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/** A quote is for a line of its own version. What a line took of it is a copy: a quote that changes later changes no sum. */
export const quoteRule: StandardRule = async (context, _model, changes) => {
  for (const change of changes) requireSameVersion(change)
  const written = changes.flatMap(({ after }) => (after ? [after] : []))
  const lines = await loadObjects(context, modelNamed(context, 'estimate_lines'), [
    ...linkedIds(written, 'line'),
  ])
  const known = new Map(lines.map(({ id, attributes }) => [id, attributes]))
  for (const values of written) {
    const line = known.get(textOf(values, 'line') ?? '')
    if (line && textOf(line, 'version') === textOf(values, 'version') && textOf(line, 'kind') === 'line')
      continue
    const message = 'A quote is for a line of the same version.'
    throw invalid([{ path: 'line', code: 'line', message }])
  }
  return []
}
