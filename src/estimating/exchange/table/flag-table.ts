import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { groupBy } from '#base/group-by.ts'
import { unitsFit } from '../../measure.ts'
import { parseUnit } from '../../parse-unit.ts'
import { couldComeTo } from './behind-print.ts'
import { countedIn } from './counted-in.ts'
import type { EstimateTable, TableFlag, TableLine, TableResource } from './estimate-table.ts'

/** Everything that is odd about a table, line by line. Nothing is put right and nothing is left out for it. */
export function flagTable({ lines, resources }: EstimateTable): TableFlag[] {
  const parts = groupBy(resources, ({ number }) => number)
  const digits = {
    quantity: mostDigits(resources.map(({ quantity }) => quantity)),
    price: mostDigits(resources.map(({ price }) => price)),
  }
  return lines.flatMap((line) => {
    const own = line.number === null ? [] : (parts.get(line.number) ?? [])
    return [...flagUnit(line), ...flagTotal(line), ...flagParts(line, own), ...flagAmounts(line, own, digits)]
  })
}

/** Of a line: what it is about, and its place. */
const about = ({ number, title, unit, counted }: TableLine) => ({ number, title, unit, counted })

function flagUnit(line: TableLine): TableFlag[] {
  const { unit, counted, total, quantity, rate } = line
  if (unit === null) return []
  const worth = quantity === null || rate === null ? null : roundHalfUp(decimal(quantity).times(rate), 2)
  const flag = { ...about(line), printed: total ?? worth, expected: null }
  if (!parseUnit(unit)) return [{ ...flag, code: 'unit' }]
  const kind = counted === null ? null : countedIn(counted)
  return kind !== null && unitsFit(kind, unit) === 'differs' ? [{ ...flag, code: 'dimension' }] : []
}

function flagTotal(line: TableLine): TableFlag[] {
  const { quantity, rate, total } = line
  if (quantity === null || rate === null || total === null) return []
  const expected = roundHalfUp(decimal(quantity).times(rate), 2)
  if (decimal(expected).eq(total)) return []
  return [{ ...about(line), code: 'total', printed: total, expected }]
}

function flagParts(line: TableLine, parts: readonly TableResource[]): TableFlag[] {
  if (line.total === null || parts.length === 0) return []
  const sum = parts.reduce((all, { amount }) => all.plus(amount ?? 0), decimal(0))
  if (sum.eq(line.total)) return []
  return [{ ...about(line), code: 'parts', printed: line.total, expected: roundHalfUp(sum, 2) }]
}

function flagAmounts(
  line: TableLine,
  parts: readonly TableResource[],
  digits: { quantity: number; price: number },
): TableFlag[] {
  return parts.flatMap(({ quantity, price, amount, name, unit }): TableFlag[] => {
    if (quantity === null || amount === null) return []
    const read: Record<'quantity' | 'price' | 'amount', Decimal> = {
      quantity: decimal(quantity),
      price: decimal(price),
      amount: decimal(amount),
    }
    if (couldComeTo(read, digits)) return []
    const expected = roundHalfUp(read.quantity.times(read.price), 2)
    const { number, counted } = line
    return [{ code: 'amount', number, title: name, unit, counted, printed: amount, expected }]
  })
}

/** Digits after the point in a column: where it was rounded, trailing zeros or not. */
const mostDigits = (texts: readonly (string | null)[]): number =>
  texts.reduce((most, text) => Math.max(most, text?.split('.')[1]?.length ?? 0), 0)
