import { decimal, decimalText, type Decimal } from '#base/decimal.ts'
import { inPathOrder } from './document-of.ts'
import { textOf } from './read-value.ts'
import type { StoredRow, StoredVersion } from './stored-version.ts'
import { isHourly, perUnitOf, thingOf, type AskedValue } from './what-if.ts'

/** The most that are listed of a whole version. */
const most = 60

/** A number somebody may ask “what if” about. Numbers are decimal texts. */
export interface Leaf {
  leaf: string
  what: AskedValue['what']
  name: string
  /** Which of its numbers, in a word. */
  of: string
  unit: string
  before: string | null
  /** With what was asked. */
  after: string | null
  /** Of a whole version: what it comes to now. */
  amount: string | null
}

/** The numbers of one line: its quantity, its rate (`rates`: as worked out), and those of all it takes for one unit. */
export function leavesOfLine(
  before: StoredVersion,
  after: StoredVersion,
  line: string,
  rates: Pick<Leaf, 'before' | 'after'>,
): Leaf[] {
  const [row, other] = [before, after].map(({ lines }) => lines.find(({ id }) => id === line))
  if (!row || !other || textOf(row.attributes, 'kind') !== 'line') return []
  const resources = inPathOrder(before.resources.filter(({ attributes }) => attributes.line === line))
  const unit = textOf(row.attributes, 'unit') ?? ''
  const own = { leaf: line, name: textOf(row.attributes, 'title') ?? '', amount: null }
  const changed = new Map(after.resources.map((one) => [one.id, one]))
  return [
    { ...own, what: 'quantity', of: 'Quantity', unit, ...numbers(row, other, 'quantity') },
    { ...own, what: 'price', of: 'Rate', unit, before: shown(rates.before), after: shown(rates.after) },
    ...resources.flatMap((one) => leavesOfResource(one, changed.get(one.id) ?? one, unit)),
  ]
}

function leavesOfResource(row: StoredRow, other: StoredRow, lineUnit: string): Leaf[] {
  const unit = textOf(row.attributes, 'unit') ?? ''
  const own = { leaf: row.id, name: textOf(row.attributes, 'name') ?? '', amount: null }
  const price: Leaf = { ...own, what: 'price', of: 'Price', unit, ...numbers(row, other, 'price') }
  if (!isHourly(row))
    return [
      price,
      { ...own, what: 'quantity', of: 'Quantity per unit', unit, ...numbers(row, other, 'qty_per_unit') },
    ]
  return [
    price,
    {
      ...own,
      what: 'per_hour',
      of: 'Units per hour',
      unit: lineUnit,
      before: perHour(row),
      after: perHour(other),
    },
  ]
}

/** What weighs most in a whole version: things at their prices, wherever they are used, and lines at typed rates. */
export function leavesOfVersion(before: StoredVersion, after: StoredVersion): Leaf[] {
  const changed = new Map([...after.lines, ...after.resources].map((row) => [row.id, row]))
  const found = new Map<string, { row: StoredRow; amount: Decimal; isLine: boolean }>()
  const enter = (key: string, row: StoredRow, amount: string | null, isLine: boolean): void => {
    const known = found.get(key)
    const more = decimal(amount ?? '0')
    if (known) known.amount = known.amount.plus(more)
    else found.set(key, { row, amount: more, isLine })
  }
  const counted = new Map(before.lines.map((row) => [row.id, textOf(row.attributes, 'node_total')]))
  const priced = new Set(before.resources.map(({ attributes }) => textOf(attributes, 'line')))
  for (const row of before.resources) {
    const total = counted.get(textOf(row.attributes, 'line') ?? '')
    // A line that does not count costs nothing, whatever it takes.
    const counts = total != null && !decimal(total).eq(0)
    enter(thingOf(row.attributes), row, counts ? textOf(row.attributes, 'amount') : null, false)
  }
  for (const row of before.lines)
    if (textOf(row.attributes, 'kind') === 'line' && !priced.has(row.id))
      enter(row.id, row, textOf(row.attributes, 'node_total'), true)
  return [...found.values()]
    .toSorted((a, b) => b.amount.cmp(a.amount) || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, most)
    .map(({ row, amount, isLine }) => ({
      leaf: row.id,
      what: 'price',
      name: textOf(row.attributes, isLine ? 'title' : 'name') ?? '',
      of: isLine ? 'Rate' : 'Price',
      unit: textOf(row.attributes, 'unit') ?? '',
      amount: decimalText(amount),
      ...(isLine
        ? typedRates(row, changed.get(row.id) ?? row)
        : numbers(row, changed.get(row.id) ?? row, 'price')),
    }))
}

const typedRates = (row: StoredRow, other: StoredRow): Pick<Leaf, 'before' | 'after'> => {
  const rate = ({ attributes }: StoredRow) =>
    shown(textOf(attributes, 'rate_override') ?? textOf(attributes, 'unit_rate'))
  return { before: rate(row), after: rate(other) }
}

const numbers = (row: StoredRow, other: StoredRow, key: string): Pick<Leaf, 'before' | 'after'> => ({
  before: shown(textOf(row.attributes, key)),
  after: shown(textOf(other.attributes, key)),
})

const perHour = ({ attributes }: StoredRow): string | null => {
  const per = textOf(attributes, 'qty_per_unit')
  return per === null || decimal(per).eq(0) ? null : decimalText(decimal(perUnitOf(per)).round(4))
}

const shown = (text: string | null): string | null => (text === null ? null : decimalText(decimal(text)))
