import type { FieldType } from '#contracts/field-types.ts'
import { decimal, decimalText, type Decimal } from '#base/decimal.ts'
import type { Row } from '#contracts/query.ts'
import { decimalOf, isEmptyValue, moneyOf } from '../field/field-traits.ts'
import type { GridColumn } from './grid-columns.ts'

/** What can be said of chosen cells at a glance. */
interface RangeFacts {
  /** Cells that hold something. */
  filled: number
  /** Null where fewer than two numbers were chosen, or where they are of different kinds: money and hours, EUR and USD. */
  numbers: NumberFacts | null
}

interface NumberFacts {
  sum: string
  average: string
  smallest: string
  largest: string
  /** Set for amounts of money whose currency is known. */
  currency: string | null
  unit: string | null
}

const counted: ReadonlySet<FieldType> = new Set<FieldType>(['number', 'integer', 'decimal', 'money'])

interface Read {
  kind: string
  amount: string
  currency: string | null
  unit: string | null
}

/** One number and of what kind it is. Null: the cell holds none. */
function readNumber({ field, key }: Pick<GridColumn, 'field' | 'key'>, row: Row): Read | null {
  if (!counted.has(field.type)) return null
  if (field.type !== 'money') {
    const amount = decimalOf(row[key])
    const unit = field.unit ?? null
    return amount === null ? null : { kind: `of ${unit}`, amount, currency: null, unit }
  }
  const { amount, currency } = moneyOf(row[key], field, row)
  return amount === null ? null : { kind: `in ${currency ?? key}`, amount, currency, unit: null }
}

/**
 * Counts and adds up the chosen cells, exactly. `rows` are as they show, with what is being edited.
 * @example rangeFacts([price], [{ price: '1.50' }, { price: '2' }]).numbers?.sum // '3.5'
 */
export function rangeFacts(
  columns: readonly Pick<GridColumn, 'field' | 'key'>[],
  rows: readonly Row[],
): RangeFacts {
  let filled = 0
  const numbers: Read[] = []
  for (const row of rows)
    for (const column of columns) {
      if (isEmptyValue(row[column.key])) continue
      filled += 1
      const number = readNumber(column, row)
      if (number) numbers.push(number)
    }
  const [first] = numbers
  const isOneKind = numbers.every(({ kind }) => kind === first?.kind)
  // An amount that another field names the currency of, where that field is not read, may be in any.
  const isKnown = columns.every(
    ({ field, key }) =>
      field.currency_from === undefined ||
      rows.every((row) => isEmptyValue(row[key]) || moneyOf(row[key], field, row).currency !== null),
  )
  if (!first || numbers.length < 2 || !isOneKind || !isKnown) return { filled, numbers: null }
  return { filled, numbers: { ...addUp(numbers.map(({ amount }) => decimal(amount))), ...said(first) } }
}

const said = ({ currency, unit }: Read) => ({ currency, unit })

function addUp(values: readonly Decimal[]): Omit<NumberFacts, 'currency' | 'unit'> {
  let [sum, smallest, largest] = [decimal(0), values[0] ?? decimal(0), values[0] ?? decimal(0)]
  for (const value of values) {
    sum = sum.plus(value)
    if (value.lt(smallest)) smallest = value
    if (value.gt(largest)) largest = value
  }
  return {
    sum: decimalText(sum),
    average: decimalText(sum.div(values.length)),
    smallest: decimalText(smallest),
    largest: decimalText(largest),
  }
}
