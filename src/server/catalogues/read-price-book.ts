import { decimal, decimalText } from '#base/decimal.ts'
import { saying, type Message, type MessageValues } from '#base/saying.ts'
import { parseUnit } from '#estimating/parse-unit.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import { cellText, isNested, type Cell } from '../exchange/table.ts'
import { parseNumber } from '../imports/number-format.ts'
import { itemTypeOf } from './item-type-of.ts'
import { priceBookWords, type PriceBookPart, type PriceBookShape } from './price-book-columns.ts'

/** An item of a price book as the catalogue is to have it. Amounts are decimal texts. */
export interface PriceBookItem {
  row: number
  code: string
  item: Readonly<Record<string, string>>
  /** Null where the file has no price. */
  price: Readonly<Record<string, string>> | null
}

/** A row that is not taken, and why. */
export interface RejectedLine extends Message {
  row: number
  code: string | null
}

export interface PriceBook {
  items: PriceBookItem[]
  rejected: RejectedLine[]
  /** Units nobody knows, with the number of their rows. */
  unknownUnits: Map<string, number>
  /** Items without a price in the file. */
  unpriced: number
  /** Items whose code was made different from that of another in the file. */
  recoded: number
}

interface Reading {
  shape: PriceBookShape
  currency: string
  /** Units of the file by what they mean: `{ton: 't'}`. */
  units: Readonly<Record<string, string>>
}

/** Why a row is not taken. */
class Refused extends Error {
  readonly why: Message

  constructor(text: string, values?: MessageValues) {
    super(text)
    this.why = saying(text, values)
  }
}

/**
 * Reads a price book row by row. A row that cannot be taken as it stands (no code, a unit nobody knows, a code that was there
 * before, another currency) is rejected with its line, never bent. A price of 0 is no price.
 */
export async function readPriceBook(stream: RowStream, reading: Reading): Promise<PriceBook> {
  const book: PriceBook = { items: [], rejected: [], unknownUnits: new Map(), unpriced: 0, recoded: 0 }
  const lines = new Map<string, number>()
  for await (const { rows, lines: numbers } of stream.portions())
    for (const [index, cells] of rows.entries()) {
      const row = numbers[index] ?? 0
      const read = new Row(cells, reading)
      try {
        const item = readItem(read, row, book)
        const before = lines.get(item.code.toLowerCase())
        if (before !== undefined)
          throw new Refused('The code {{code}} stands in line {{line}} already.', {
            code: item.code,
            line: String(before),
          })
        lines.set(item.code.toLowerCase(), row)
        if (item.price === null) book.unpriced++
        book.items.push(item)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        book.rejected.push({ row, code: read.written('code'), ...error.why })
      }
    }
  return book
}

class Row {
  readonly reading: Reading
  private readonly cells: readonly Cell[]

  constructor(cells: readonly Cell[], reading: Reading) {
    this.cells = cells
    this.reading = reading
  }

  /** What the file has there, whether it can be taken or not. */
  written(part: PriceBookPart): string | null {
    return cellText(this.cell(part))?.trim() ?? null
  }

  text(part: PriceBookPart): string | null {
    if (isNested(this.cell(part)))
      throw new Refused('A list or an object stands where “{{part}}” belongs.', {
        part: { names: [priceBookWords[part]] },
      })
    return this.written(part)
  }

  private cell(part: PriceBookPart): Cell | undefined {
    const column = this.reading.shape.columns[part]
    return column && this.cells[column.index]
  }

  /** A decimal from 0 up, or null where there is none. */
  number(part: PriceBookPart): string | null {
    const text = this.text(part)
    if (text === null) return null
    const read = parseNumber(text, this.reading.shape.columns[part]?.mark ?? '.')
    if (read === null) throw new Refused('“{{text}}” is no number.', { text: text.slice(0, 60) })
    if (read.startsWith('-')) throw new Refused('{{text}} is below zero.', { text })
    const value = decimalText(decimal(read))
    if ((value.split('.')[1]?.length ?? 0) > 6)
      throw new Refused('{{text}} has more than six digits after the point.', { text })
    return value
  }

  get group(): string | null {
    const names = this.reading.shape.groups.flatMap((index) => cellText(this.cells[index])?.trim() ?? [])
    return names.length === 0 ? null : names.join(' / ').slice(0, 300)
  }
}

function readItem(row: Row, line: number, book: PriceBook): PriceBookItem {
  const code = row.text('code')
  if (code === null) throw new Refused('There is no code.')
  const name = row.text('name')
  if (name === null) throw new Refused('There is no name.')
  const typeText = row.text('type')
  const type = typeText === null ? { type: 'material' as const } : itemTypeOf(typeText)
  if (type === null) throw new Refused('“{{text}}” is no type of item.', { text: typeText ?? '' })
  const unit = readUnit(row, book)
  // There the power of a machine stands under the machine's own code.
  const energy = row.reading.shape.kind === 'cwicr' && 'subtype' in type && type.subtype === 'energy'
  if (energy) book.recoded++
  return {
    row: line,
    code: energy ? `${code}/energy` : code,
    item: given({
      name,
      type: type.type,
      subtype: row.text('subtype') ?? ('subtype' in type ? type.subtype : null),
      unit: unit.text,
      price_basis: unit.basis,
      group: row.group,
      description: row.text('description'),
    }),
    price: readPrice(row),
  }
}

function readUnit(row: Row, book: PriceBook): { text: string; basis: string } {
  const text = row.text('unit')
  if (text === null) throw new Refused('There is no unit.')
  const meant = row.reading.units[text] ?? text
  const read = parseUnit(meant)
  if (!read) {
    book.unknownUnits.set(text, (book.unknownUnits.get(text) ?? 0) + 1)
    throw new Refused('“{{unit}}” is no unit this workspace knows.', { unit: text })
  }
  const basis = decimal(read.basis).times(row.number('basis') ?? '1')
  if (basis.lte(0)) throw new Refused('A price is for more than nothing.')
  // In the words of the file, without the number: “100 Stück” is “Stück”, for 100 of which the price is.
  const bare = meant.replace(/^\d[\d .,'’\u00a0\u202f]*/u, '')
  return { text: read.basis === '1' ? meant : bare, basis: decimalText(basis) }
}

function readPrice(row: Row): Readonly<Record<string, string>> | null {
  const unit_price = row.number('price')
  if (unit_price === null || decimal(unit_price).eq(0)) return null
  const currency = row.text('currency') ?? row.reading.currency
  if (currency !== row.reading.currency)
    throw new Refused('The price is in {{file}}; the catalogue is in {{catalogue}}.', {
      file: currency,
      catalogue: row.reading.currency,
    })
  return given({
    unit_price,
    currency,
    price_low: row.number('low'),
    price_high: row.number('high'),
    price_avg: row.number('average'),
  })
}

const given = (values: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
