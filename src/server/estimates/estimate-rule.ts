import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { today } from '../records/today.ts'
import { insertVersion } from './insert-version.ts'
import { keepEstimates } from './keep-estimate.ts'
import { textOf } from './read-value.ts'
import { usualExchangeRates } from './usual-exchange-rates.ts'

/** An estimate that is made has its first version at once: a draft of the main variant. */
export const estimateRule: StandardRule = async (context, model, changes) => {
  const ids = changes.filter(({ before, after }) => before === null && after !== null).map(({ id }) => id)
  if (ids.length === 0) return []
  const followed: Followed[] = []
  for (const { id, after } of changes) {
    // One that comes back from the bin has had a version, which comes back by itself.
    if (!ids.includes(id) || !after || Object.hasOwn(after, 'versions')) continue
    const currency = textOf(after, 'currency') ?? 'EUR'
    const exchange_rates = await usualExchangeRates(context, { currency, day: today(context) })
    followed.push(
      await insertVersion(context, {
        estimate: { id, number: textOf(after, 'number') ?? '' },
        values: { variant: 'main', currency, ...(exchange_rates && { exchange_rates }) },
        number: 1,
      }),
    )
  }
  return [...followed, ...(await keepEstimates(context, ids, causeOf(model, changes)))]
}
