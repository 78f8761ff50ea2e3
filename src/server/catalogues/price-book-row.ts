import { decimal, decimalText } from '#base/decimal.ts'
import { saying, type Message, type MessageValues } from '#base/saying.ts'
import { cellText, isNested, type Cell } from '../exchange/table.ts'
import { parseDate } from '../imports/date-format.ts'
import { parseNumber } from '../imports/number-format.ts'
import { priceBookWords, type PriceBookPart, type PriceBookShape } from './price-book-columns.ts'

/** How the rows of a price book are read. */
export interface Reading {
  shape: PriceBookShape
  currency: string
  /** Units of the file by what they mean: `{ton: 't'}`. */
  units: Readonly<Record<string, string>>
  /** The day from which prices hold where a row does not say it. */
  from: string
}

/** Why a row is not taken. */
export class Refused extends Error {
  readonly why: Message

  constructor(text: string, values?: MessageValues) {
    super(text)
    this.why = saying(text, values)
  }
}

/** One row of a price book, read by what its columns are. Whatever cannot be read throws `Refused`. */
export class Row {
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

  /** A day as `2026-03-01`, or null where there is none. */
  day(part: PriceBookPart): string | null {
    const text = this.text(part)
    if (text === null) return null
    const read = parseDate(text, this.reading.shape.columns[part]?.order ?? 'dmy')
    if (read === null) throw new Refused('“{{text}}” is no date.', { text: text.slice(0, 60) })
    return read.day
  }

  get group(): string | null {
    const names = this.reading.shape.groups.flatMap((index) => cellText(this.cells[index])?.trim() ?? [])
    return names.length === 0 ? null : names.join(' / ').slice(0, 300)
  }
}
