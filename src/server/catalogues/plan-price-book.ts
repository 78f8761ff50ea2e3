import { difference, itemKeys, type Difference, type Values } from './compare-values.ts'
import type { KnownItem } from './known-items.ts'
import { planPriceSeries, type PriceChange, type SeriesPlan } from './plan-price-series.ts'
import { seriesKey, type PriceTerms } from './price-series.ts'
import type { PriceBook, PriceBookItem, RejectedLine } from './read-price-book.ts'

export interface RecordStep extends Difference {
  id: string
  code: string
}

/** What taking in a price book means for the catalogue. Nothing that stands there is deleted. */
export interface PriceBookPlan {
  newItems: readonly PriceBookItem[]
  changedItems: readonly RecordStep[]
  unchangedItems: number
  /** Items of the catalogue that the file does not name; they stay as they are. */
  missingItems: number
  newPrices: readonly NewPrice[]
  changedPrices: readonly RecordStep[]
  unchangedPrices: number
  /** What becomes of the prices of items that are there. */
  repriced: readonly (PriceChange & { code: string })[]
  /** Rows whose prices do not go together with those there. */
  rejected: readonly RejectedLine[]
}

/** Of an item that is there (`item`) or of a new one (by code). Dates are filled in. */
export interface NewPrice {
  code: string
  item: string | null
  values: Values
  terms: PriceTerms
}

/** Compares a price book with what the catalogue has. What the file says nothing about stays. */
export function planPriceBook(
  { items }: Pick<PriceBook, 'items'>,
  known: ReadonlyMap<string, KnownItem>,
  source: string,
): PriceBookPlan {
  const newItems: PriceBookItem[] = []
  const changedItems: RecordStep[] = []
  const newPrices: NewPrice[] = []
  const changedPrices: RecordStep[] = []
  const repriced: (PriceChange & { code: string })[] = []
  const rejected: RejectedLine[] = []
  let unchangedPrices = 0
  for (const item of items) {
    const { code } = item
    const there = known.get(code.toLowerCase())
    const plans = item.series.map((series) =>
      planPriceSeries(series, there?.prices.get(seriesKey(series)) ?? [], source),
    )
    const step = there && difference(there.values, item.item, itemKeys)
    if (!there) newItems.push(item)
    else if (step && !isRejected(item, plans)) changedItems.push({ id: there.id, code, ...step })
    for (const plan of plans) {
      unchangedPrices += plan.unchanged
      for (const changed of plan.changed) changedPrices.push({ code, ...changed })
      for (const added of plan.added) newPrices.push({ code, item: there?.id ?? null, ...added })
      if (there) for (const told of plan.told) repriced.push({ code, ...told })
      for (const { price, why } of plan.rejected)
        rejected.push({ row: price.row, code, terms: price.terms, ...why })
    }
  }
  return {
    newItems,
    changedItems,
    unchangedItems: items.length - newItems.length - changedItems.length,
    missingItems: known.size - (items.length - newItems.length),
    newPrices,
    changedPrices,
    unchangedPrices,
    repriced,
    rejected,
  }
}

/** Whether none of the rows of an item is taken: then they do not say what it is either. */
function isRejected({ series }: PriceBookItem, plans: readonly SeriesPlan[]): boolean {
  const prices = series.reduce((sum, one) => sum + one.prices.length, 0)
  return prices > 0 && plans.reduce((sum, { rejected }) => sum + rejected.length, 0) === prices
}
