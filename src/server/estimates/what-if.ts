import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { decimal, isDecimalText, roundHalfUp } from '#base/decimal.ts'
import { compareFractions, fraction } from '#base/fraction.ts'
import { decimalTextSchema } from '#contracts/catalogue.ts'
import { measureOf } from '#estimating/measure.ts'
import { textOf } from './read-value.ts'
import type { StoredRow, StoredVersion } from './stored-version.ts'

/** One number of a version that is set to another for a look. */
export const askedValueSchema = z.strictObject({
  /** A line, or a resource of one. */
  leaf: z.uuid(),
  /** `per_hour`: how many units of the line one hour of the resource makes. */
  what: z.enum(['quantity', 'price', 'per_hour']),
  value: decimalTextSchema,
  /** The price of every resource of the version that is the same thing at the same price. */
  everywhere: z.boolean().default(false),
})
export type AskedValue = z.output<typeof askedValueSchema>

/** Whether a resource is counted in hours, so that it has a productivity. */
export function isHourly({ attributes }: StoredRow): boolean {
  const measure = measureOf(textOf(attributes, 'unit') ?? '')
  return measure?.dimension.time === 1 && compareFractions(measure.si, anHour) === 0
}

const anHour = fraction('3600')

/**
 * A version as it would be stored with other numbers in it: the later of two for the same one counts. Refuses with
 * `invalid` a leaf that is not in this version and a number that it cannot take.
 */
export function withValues(stored: StoredVersion, asked: readonly AskedValue[]): StoredVersion {
  const lines = new Map(stored.lines.map((row) => [row.id, row]))
  const resources = new Map(stored.resources.map((row) => [row.id, row]))
  const priced = new Set(stored.resources.map(({ attributes }) => textOf(attributes, 'line')))
  asked.forEach((one, at) => {
    const [line, resource] = [lines.get(one.leaf), resources.get(one.leaf)]
    if (line) lines.set(line.id, lineWith(line, one, priced.has(line.id), at))
    else if (resource)
      for (const [id, row] of resourcesWith(resources, resource, one, at)) resources.set(id, row)
    else throw refused(at, 'leaf', 'This is not in the version.')
  })
  return { ...stored, lines: [...lines.values()], resources: [...resources.values()] }
}

/** A rate that is worked out from resources is replaced, as whoever types one does. */
function lineWith(row: StoredRow, { what, value }: AskedValue, isPriced: boolean, at: number): StoredRow {
  if (what === 'per_hour' || textOf(row.attributes, 'kind') !== 'line')
    throw refused(at, 'what', 'Only a resource in hours has a productivity, and only a line a quantity.')
  if (what === 'quantity') return withNumber(row, 'quantity', value, 6)
  const overridden = isPriced || textOf(row.attributes, 'rate_override') !== null
  return withNumber(row, overridden ? 'rate_override' : 'unit_rate', value, 6)
}

function resourcesWith(
  all: ReadonlyMap<string, StoredRow>,
  row: StoredRow,
  { what, value, everywhere }: AskedValue,
  at: number,
): [string, StoredRow][] {
  if (decimal(value).lt(0)) throw refused(at, 'value', 'This cannot be less than nothing.')
  const same = what === 'price' && everywhere ? sameThings(all.values(), row) : [row]
  return same.map((one) => [one.id, resourceWith(one, what, value, at)])
}

function resourceWith(row: StoredRow, what: AskedValue['what'], value: string, at: number): StoredRow {
  if (what === 'price') return withNumber(row, 'price', value, 6)
  if (what === 'quantity') return withNumber(row, 'qty_per_unit', value, 9)
  if (!isHourly(row)) throw refused(at, 'what', 'Only a resource in hours has a productivity.')
  if (decimal(value).eq(0)) throw refused(at, 'value', 'This must be above zero.')
  return withNumber(row, 'qty_per_unit', perUnitOf(value), 9)
}

/** Hours for one unit of so many units an hour, and the other way round. */
export const perUnitOf = (value: string): string => roundHalfUp(decimal(1).div(value), 9)

function sameThings(all: Iterable<StoredRow>, { attributes }: StoredRow): StoredRow[] {
  const name = thingOf(attributes)
  return [...all].filter((row) => thingOf(row.attributes) === name)
}

/** What a resource is, whichever line it stands in. */
export const thingOf = (attributes: StoredRow['attributes']): string =>
  JSON.stringify(
    ['type', 'item_code', 'name', 'unit', 'price', 'price_basis'].map((key) => textOf(attributes, key)),
  )

/** Rounded to the digits its field keeps. */
const withNumber = (row: StoredRow, key: string, value: string, digits: number): StoredRow => ({
  ...row,
  attributes: {
    ...row.attributes,
    [key]: isDecimalText(value) ? roundHalfUp(decimal(value), digits) : value,
  },
})

const refused = (at: number, key: string, message: string) =>
  invalid([{ path: `asked.${at}.${key}`, code: 'invalid', message }])
