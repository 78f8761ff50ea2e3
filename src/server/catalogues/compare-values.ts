import { decimal } from '#base/decimal.ts'

export type Values = Readonly<Record<string, unknown>>

/** What changes in a record: only the values that do. */
export interface Difference {
  before: Values
  after: Values
}

/** The values of an item, and the amounts of a price, that a price book says. */
export const itemKeys = [
  'name',
  'type',
  'subtype',
  'unit',
  'price_basis',
  'group',
  'description',
  'supplier',
] as const
export const amountKeys = ['unit_price', 'price_low', 'price_high', 'price_avg'] as const
const decimals: ReadonlySet<string> = new Set([...amountKeys, 'price_basis'])

/** The values that a file says and that are otherwise in the record; undefined when there are none. */
export function difference(there: Values, wanted: Values, keys: readonly string[]): Difference | undefined {
  const changed = keys.filter((key) => Object.hasOwn(wanted, key) && !isSame(key, there[key], wanted[key]))
  if (changed.length === 0) return undefined
  const pick = (values: Values) => Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
  return { before: pick(there), after: pick(wanted) }
}

const isSame = (key: string, before: unknown, after: unknown): boolean =>
  decimals.has(key) && typeof before === 'string' && typeof after === 'string'
    ? decimal(before).eq(decimal(after))
    : (before ?? null) === (after ?? null)
