/** What a version hands on to one that is made from it. */
const carried = [
  'currency',
  'price_date',
  'region',
  'rounding',
  'discount_pct',
  'vat_rates',
  'exchange_rates',
  'internal_note',
  'customer_text',
]

/** These values of a version, those it has. */
export const carriedValues = (attributes: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(carried.flatMap((key) => (attributes[key] == null ? [] : [[key, attributes[key]]])))
