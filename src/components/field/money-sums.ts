import type { Row } from '#contracts/query.ts'
import { moneyOf } from './field-traits.ts'

/** The total of one currency; null where amounts named none. */
export interface MoneySum {
  amount: string
  currency: string | null
}

/**
 * A total of amounts that may be in several currencies, as the server answers it: `{amount, currency}` of one, a list of
 * these of several. Null for a plain number: the field has one currency.
 */
export function moneySums(value: unknown): MoneySum[] | null {
  if (typeof value !== 'object' || value === null) return null
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => {
    const { amount, currency } = moneyOf(one)
    return amount === null ? [] : [{ amount, currency }]
  })
}

/** The currencies that the totals `value` of these groups are in; none where they are plain numbers. */
export const currenciesOf = (groups: readonly Row[]): (string | null)[] => [
  ...new Set(groups.flatMap((row) => moneySums(row['value']) ?? []).map(({ currency }) => currency)),
]
