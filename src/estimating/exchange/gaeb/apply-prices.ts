import { compareFixed, parseFixed } from '../../fixed.ts'
import type { EstimateDocument } from '../../estimate-document.ts'
import type { Bill, BillEntry, BillItem } from './bill.ts'
import type { MadeBill } from './estimate-to-bill.ts'
import { plainNumber } from './number-bill.ts'

/** What about an item of an offer is not as it was asked for. */
export type Oddity = 'not_offered' | 'quantity' | 'unit' | 'words'

/** What an offer says of one line. */
export interface OfferedPrice {
  node: string
  number: string
  /** Null where it was not offered, which is not 0. */
  price: string | null
  discountPct: string | null
  odd: Oddity[]
}

export interface AppliedPrices {
  prices: OfferedPrice[]
  /** Items of the file whose numbers the estimate does not have. */
  unknown: { number: string; title: string; price: string | null }[]
  /** Lines whose numbers the file does not have. */
  missing: { node: string; number: string }[]
}

/**
 * Finds the lines that the prices of an offer (X84) are for, by their numbers, and says where the offer is for something else
 * than what was asked for: another quantity, another unit, other words.
 * @param asked the estimate as `estimateToBill` makes a bill of it
 */
export function applyPrices(offer: Bill, asked: MadeBill): AppliedPrices {
  const offered = itemsByNumber(offer.entries)
  const own = itemsByNumber(asked.bill.entries)
  const prices: OfferedPrice[] = []
  const missing: AppliedPrices['missing'] = []
  for (const [node, number] of asked.numbers) {
    const key = plainNumber(number)
    const item = offered.get(key)?.item
    if (!item) {
      missing.push({ node, number })
      continue
    }
    offered.delete(key)
    const price = item.notOffered ? null : (item.price ?? (item.type === 'markup' ? item.total : null))
    const odd: Oddity[] = [
      ...(price === null ? (['not_offered'] as const) : []),
      ...changed(item, own.get(key)?.item),
    ]
    prices.push({ node, number, price, discountPct: item.discountPct, odd })
  }
  const unknown = [...offered.values()].flatMap(({ number, item: { type, title, price } }) =>
    type === 'text' ? [] : [{ number, title, price }],
  )
  return { prices, unknown, missing }
}

/** What a line has once a price is put to it; one that is made of resources gets it instead of theirs. */
export const pricedValues = (
  { price, discountPct }: OfferedPrice,
  hasResources: boolean,
): { unitRate?: string | null; unitRateOverride?: string | null; discountPct: string | null } => ({
  [hasResources ? 'unitRateOverride' : 'unitRate']: price,
  discountPct,
})

/** An estimate with the prices of an offer. */
export function withOfferedPrices(
  document: EstimateDocument,
  prices: readonly OfferedPrice[],
): EstimateDocument {
  const byNode = new Map(prices.map((price) => [price.node, price]))
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      const offered = node.kind === 'line' ? byNode.get(node.id) : undefined
      return node.kind === 'line' && offered
        ? { ...node, ...pricedValues(offered, node.resources.length > 0) }
        : node
    }),
  }
}

/** Offers often come without words, units and quantities: what is not said is not changed. */
function changed(item: BillItem, asked: BillItem | undefined): Oddity[] {
  if (!asked) return []
  const odd: Oddity[] = []
  // An offer says of a lump sum as it likes how much one is.
  const counted = asked.type !== 'lump_sum' && asked.type !== 'markup'
  if (counted && item.quantity !== null && asked.quantity !== null)
    if (compareFixed(parseFixed(item.quantity), parseFixed(asked.quantity)) !== 0) odd.push('quantity')
  if (item.unit !== null && asked.unit !== null && plain(item.unit) !== plain(asked.unit)) odd.push('unit')
  const retitled = item.title !== '' && plain(item.title) !== plain(asked.title)
  const retold = item.text !== null && plain(item.text) !== plain(asked.text ?? asked.title)
  if (retitled || retold) odd.push('words')
  return odd
}

const plain = (words: string): string => words.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

interface Numbered {
  /** As it is written. */
  number: string
  item: BillItem
}

/** By their plain numbers. */
function itemsByNumber(
  entries: readonly BillEntry[],
  above = '',
  into = new Map<string, Numbered>(),
): Map<string, Numbered> {
  for (const entry of entries) {
    if (entry.kind === 'remark') continue
    const number = above === '' ? entry.part : `${above}.${entry.part}`
    if (entry.kind === 'category') itemsByNumber(entry.entries, number, into)
    else into.set(plainNumber(number), { number, item: entry })
  }
  return into
}
