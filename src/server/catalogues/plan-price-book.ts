import { must } from '#base/assert.ts'
import { decimal } from '#base/decimal.ts'
import type { KnownItem, KnownPrice } from './known-items.ts'
import type { PriceBook, PriceBookItem } from './read-price-book.ts'

type Values = Readonly<Record<string, unknown>>

export interface RecordStep {
  id: string
  code: string
  before: Values
  after: Values
}

/** What taking in a price book means for the catalogue. Nothing that stands there is deleted. */
export interface PriceBookPlan {
  newItems: readonly PriceBookItem[]
  changedItems: readonly RecordStep[]
  unchangedItems: number
  /** Items of the catalogue that the file does not name; they stay as they are. */
  missingItems: number
  /** Of items that are there (`item`) and of new ones (by code). Dates are filled in. */
  newPrices: readonly { code: string; item: string | null; values: Values }[]
  changedPrices: readonly RecordStep[]
  unchangedPrices: number
  /** What becomes of the prices of items that are there, as a person reads it: an amount, and what is in its place from that day on. */
  repriced: readonly Repriced[]
}

export type Repriced = Omit<RecordStep, 'id'>

interface Terms {
  /** The day from which the prices of the file hold. */
  from: string
  source: string
}

const itemKeys = ['name', 'type', 'subtype', 'unit', 'price_basis', 'group', 'description'] as const
const amountKeys = ['unit_price', 'price_low', 'price_high', 'price_avg'] as const
const decimals: ReadonlySet<string> = new Set([...amountKeys, 'price_basis'])

/**
 * Compares a price book with what the catalogue has. A price that differs ends the day before the new one begins; one that
 * began on the same day is corrected. What the file says nothing about stays.
 */
export function planPriceBook(
  { items }: Pick<PriceBook, 'items'>,
  known: ReadonlyMap<string, KnownItem>,
  terms: Terms,
): PriceBookPlan {
  const newItems: PriceBookItem[] = []
  const changedItems: RecordStep[] = []
  const newPrices: PriceBookPlan['newPrices'][number][] = []
  const changedPrices: RecordStep[] = []
  const repriced: Repriced[] = []
  let unchangedPrices = 0
  for (const item of items) {
    const there = known.get(item.code.toLowerCase())
    const step = there && difference(there.id, item.code, there.values, item.item, itemKeys)
    if (!there) newItems.push(item)
    else if (step) changedItems.push(step)
    if (item.price === null) continue
    const prices = planPrice(item, there?.prices ?? [], terms)
    if (!prices) unchangedPrices++
    else {
      changedPrices.push(...prices.changed)
      if (there) repriced.push({ code: item.code, ...prices.amounts })
      if (prices.added) newPrices.push({ code: item.code, item: there?.id ?? null, values: prices.added })
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
  }
}

/** Null when the price of that day is the same already. */
function planPrice(
  { code, price }: PriceBookItem,
  there: readonly KnownPrice[],
  { from, source }: Terms,
): { added: Values | null; changed: RecordStep[]; amounts: Pick<RecordStep, 'before' | 'after'> } | null {
  const values = must(price)
  const holding = there.find(({ first, last }) => first <= from && (last === null || last >= from))
  const step = holding && difference(holding.id, code, holding.values, values, amountKeys)
  if (holding && !step) return null
  const amounts = step
    ? { before: step.before, after: step.after }
    : { before: {}, after: { unit_price: values['unit_price'] } }
  if (holding && step && holding.first === from)
    return { added: null, changed: [{ ...step, after: { ...step.after, source } }], amounts }
  const next = there
    .map(({ first }) => first)
    .filter((first) => first > from)
    .toSorted()[0]
  const last = holding ? holding.last : next === undefined ? null : dayBefore(next)
  const added = { ...values, valid_from: from, ...(last !== null && { valid_to: last }), source }
  if (!holding) return { added, changed: [], amounts }
  const before = { valid_to: holding.last }
  return {
    added,
    changed: [{ id: holding.id, code, before, after: { valid_to: dayBefore(from) } }],
    amounts,
  }
}

/** The values that a file says and that are otherwise in the record; undefined when there are none. */
function difference(
  id: string,
  code: string,
  there: Values,
  wanted: Values,
  keys: readonly string[],
): RecordStep | undefined {
  const changed = keys.filter((key) => Object.hasOwn(wanted, key) && !isSame(key, there[key], wanted[key]))
  if (changed.length === 0) return undefined
  const pick = (values: Values) => Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  return { id, code, before: pick(there), after: pick(wanted) }
}

const isSame = (key: string, before: unknown, after: unknown): boolean =>
  decimals.has(key) && typeof before === 'string' && typeof after === 'string'
    ? decimal(before).eq(decimal(after))
    : (before ?? null) === (after ?? null)

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
