import { invalid } from '#base/app-error.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { contentRule } from './content-rule.ts'
import { textOf } from './read-value.ts'

/** An amount per unit says per which, or how many units there are; then as for lines. */
export const markupRule: StandardRule = async (context, model, changes) => {
  for (const { after } of changes)
    if (
      after &&
      textOf(after, 'kind') === 'per_unit' &&
      textOf(after, 'unit') === null &&
      textOf(after, 'unit_quantity') === null
    )
      throw invalid([
        { path: 'unit', code: 'required', message: 'Say per which unit, or give the number of units.' },
      ])
  return contentRule(context, model, changes)
}
