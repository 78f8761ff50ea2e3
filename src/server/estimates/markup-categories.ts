import { decimal, type Decimal } from '#base/decimal.ts'
import type { MarkupTotals } from '#estimating/estimate-totals.ts'
import { textOf } from './read-value.ts'
import type { StoredVersion } from './stored-version.ts'

/** Markups that are spent, by category, and what they are called. */
export const spentMarkups = {
  site_overhead: 'Site overhead',
  company_overhead: 'Company overhead',
  bond: 'Bond',
  other: 'Other markups',
} as const

/** What the markups of a version come to by category; one without is `other`. */
export function markupsByCategory(
  { markups }: Pick<StoredVersion, 'markups'>,
  totals: readonly MarkupTotals[],
): Map<string, Decimal> {
  const categories = new Map(
    markups.map(({ attributes }) => [textOf(attributes, 'key'), textOf(attributes, 'category') ?? 'other']),
  )
  const sums = new Map<string, Decimal>()
  for (const { key, amount } of totals) {
    const category = categories.get(key) ?? 'other'
    sums.set(category, (sums.get(category) ?? decimal(0)).plus(amount))
  }
  return sums
}
