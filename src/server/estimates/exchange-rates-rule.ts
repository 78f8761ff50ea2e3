import { invalid } from '#base/app-error.ts'
import { decimal } from '#base/decimal.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { textOf } from './read-value.ts'

/** A rate says what one of another currency is worth, which is more than nothing. Versions keep what they took of it. */
export const exchangeRatesRule: StandardRule = (_context, _model, changes) => {
  for (const { after } of changes) {
    if (!after) continue
    if (textOf(after, 'currency') === textOf(after, 'worth_in'))
      throw invalid([
        {
          path: 'currency',
          code: 'currency',
          message: 'A currency has no rate in itself. Choose another one.',
        },
      ])
    if (decimal(textOf(after, 'rate') ?? '0').lte(0))
      throw invalid([{ path: 'rate', code: 'positive', message: 'The rate is above zero.' }])
  }
  return Promise.resolve([])
}
