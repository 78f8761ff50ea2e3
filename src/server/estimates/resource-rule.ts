import { invalid } from '#base/app-error.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { contentRule } from './content-rule.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/** A resource belongs to a line of its own version; then as for lines. */
export const resourceRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ after }) => (after ? [after] : []))
  const lines = await loadObjects(context, modelNamed(context, 'estimate_lines'), [
    ...linkedIds(written, 'line'),
  ])
  const known = new Map(lines.map(({ id, attributes }) => [id, attributes]))
  for (const values of written) {
    const line = known.get(textOf(values, 'line') ?? '')
    if (line && textOf(line, 'version') === textOf(values, 'version') && textOf(line, 'kind') === 'line')
      continue
    const message = 'A resource belongs to a line of the same version.'
    throw invalid([{ path: 'line', code: 'line', message }])
  }
  return contentRule(context, model, changes)
}
