import type { Message } from '#base/saying.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import { hasSeveralPrices } from './price-book-columns.ts'
import { Refused, Row, type Reading } from './price-book-row.ts'
import { addToSeries, seriesKey, type PriceSeries, type PriceTerms } from './price-series.ts'
import { readItem, readType, type WrittenItem } from './read-item.ts'
import { given, readPrice } from './read-price.ts'

/** An item of a price book as the catalogue is to have it, with its prices. */
export interface PriceBookItem {
  /** The first line that names it. */
  row: number
  code: string
  item: WrittenItem
  /** Empty where the file has no price. */
  series: readonly PriceSeries[]
}

/** A row that is not taken, and why; what it says of where and when its price holds is as the file writes it. */
export interface RejectedLine extends Message {
  row: number
  code: string | null
  terms: PriceTerms
}

export interface PriceBook {
  items: PriceBookItem[]
  /** Rows that are taken. */
  taken: number
  rejected: RejectedLine[]
  /** Units nobody knows, with the number of their rows. */
  unknownUnits: Map<string, number>
  /** Rows without a price in the file. */
  unpriced: number
  /** Items whose code was made different from that of another in the file. */
  recoded: number
}

/** An item while its lines are read. */
interface Gathered {
  row: number
  code: string
  item: WrittenItem
  series: Map<string, PriceSeries>
}

/**
 * Reads a price book row by row. Rows of the same code are prices of one item, for different regions, quantities or days; in
 * a file without columns for these a code stands once. A row that cannot be taken as it stands (no code, a unit nobody knows,
 * a price for days that have one already, another currency) is rejected with its line, never bent.
 */
export async function readPriceBook(stream: RowStream, reading: Reading): Promise<PriceBook> {
  const book: PriceBook = {
    items: [],
    taken: 0,
    rejected: [],
    unknownUnits: new Map(),
    unpriced: 0,
    recoded: 0,
  }
  const items = new Map<string, Gathered>()
  for await (const { rows, lines: numbers } of stream.portions())
    for (const [index, cells] of rows.entries()) {
      const row = numbers[index] ?? 0
      const read = new Row(cells, reading)
      try {
        takeLine(read, row, items, book)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        book.rejected.push({ row, code: read.written('code'), terms: writtenTerms(read), ...error.why })
      }
    }
  book.items = [...items.values()].map(({ series, ...item }) => ({ ...item, series: [...series.values()] }))
  return book
}

function takeLine(row: Row, line: number, items: Map<string, Gathered>, book: PriceBook): void {
  const written = row.text('code')
  if (written === null) throw new Refused('There is no code.')
  const type = readType(row)
  // There the power of a machine stands under the machine's own code.
  const energy = row.reading.shape.kind === 'cwicr' && type?.subtype === 'energy'
  const code = energy ? `${written}/energy` : written
  const key = code.toLowerCase()
  const there = items.get(key)
  const several = hasSeveralPrices(row.reading.shape)
  const item = readItem(row, type, several ? there : undefined, book.unknownUnits)
  const read = readPrice(row, line)
  if (there && !several)
    throw new Refused('The code {{code}} stands in line {{line}} already.', { code, line: String(there.row) })
  const gathered = there ?? { row: line, code, item, series: new Map<string, PriceSeries>() }
  if (read) {
    const place = seriesKey(read.place)
    const series = gathered.series.get(place) ?? { ...read.place, prices: [] }
    addToSeries(series, read.price, code)
    gathered.series.set(place, series)
  }
  if (there) there.item = { ...item, ...there.item }
  else items.set(key, gathered)
  book.taken++
  if (!read) book.unpriced++
  if (energy && !there) book.recoded++
}

const writtenTerms = (row: Row): PriceTerms =>
  given({
    region: row.written('region'),
    min_qty: row.written('minimum'),
    valid_from: row.written('from'),
    valid_to: row.written('to'),
  })
