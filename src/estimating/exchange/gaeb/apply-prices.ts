import type { Bill, BillEntry, BillItem } from './bill.ts'
import { plainNumber } from './number-bill.ts'

/** What an offer says of one line. */
export interface OfferedPrice {
  node: string
  /** Null where it was not offered, which is not 0. */
  price: string | null
  discountPct: string | null
}

export interface AppliedPrices {
  prices: OfferedPrice[]
  /** Numbers of the file that the estimate does not have, and the other way round. */
  unknown: string[]
  missing: string[]
}

/**
 * Finds the lines that the prices of an offer (X84) are for, by their numbers.
 * @param numbers of the lines of the estimate, as `estimateToBill` gives them
 */
export function applyPrices(bill: Bill, numbers: ReadonlyMap<string, string>): AppliedPrices {
  const offered = new Map<string, BillItem>()
  collect(bill.entries, '', offered)
  const prices: OfferedPrice[] = []
  const missing: string[] = []
  for (const [node, number] of numbers) {
    const item = offered.get(plainNumber(number))
    if (!item) {
      missing.push(number)
      continue
    }
    offered.delete(plainNumber(number))
    const price = item.notOffered ? null : (item.price ?? (item.type === 'markup' ? item.total : null))
    prices.push({ node, price, discountPct: item.discountPct })
  }
  return { prices, unknown: [...offered.keys()], missing }
}

function collect(entries: readonly BillEntry[], above: string, into: Map<string, BillItem>): void {
  for (const entry of entries) {
    if (entry.kind === 'remark') continue
    const number = above === '' ? entry.part : `${above}.${entry.part}`
    if (entry.kind === 'category') collect(entry.entries, number, into)
    else into.set(plainNumber(number), entry)
  }
}
