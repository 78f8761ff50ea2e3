import { invalid, type AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { EstimateTable, TableLine, TableResource } from '#estimating/exchange/table/estimate-table.ts'
import { itemTypeOf } from '../catalogues/item-type-of.ts'
import { cellText, isNested, type Cell, type Table } from '../exchange/table.ts'
import { findColumns, type FoundColumn } from '../imports/find-columns.ts'
import { inferColumns } from '../imports/infer-columns.ts'
import { parseNumber } from '../imports/number-format.ts'
import { wholeTable, type TableFile } from './whole-table.ts'

/** A bill of more lines is nobody's; what they are made of may be more. */
const most = { lines: 50_000, resources: 500_000 }

// The names that say what a column is, the best first; letters and digits only.
const numbers = ['pos', 'position', 'posnr', 'oz', 'ordnungszahl', 'number', 'nr', 'no', 'item']
const currencies = ['eur', 'usd', 'chf', 'gbp'] as const
const inCurrency = (...names: string[]): string[] =>
  names.flatMap((name) => [name, ...currencies.map((currency) => name + currency)])

const lineColumns = {
  number: numbers,
  title: ['name', 'bezeichnung', 'kurztext', 'title', 'description', 'beschreibung', 'text'],
  text: ['longtext', 'langtext', 'details'],
  unit: ['unit', 'einheit', 'me', 'mengeneinheit', 'uom'],
  quantity: ['quantity', 'menge', 'qty'],
  rate: inCurrency('unitrate', 'rate', 'einheitspreis', 'ep', 'unitprice', 'preis', 'price'),
  total: inCurrency('total', 'gesamtpreis', 'gesamtbetrag', 'gp', 'betrag', 'amount', 'summe', 'sum'),
  counted: ['quantitykind', 'countedin', 'mengenart'],
  section: ['section', 'abschnitt', 'titel', 'gruppe', 'group', 'sourceelement'],
} satisfies Record<string, readonly string[]>

const resourceColumns = {
  number: numbers,
  code: ['resourcecode', 'code', 'artikelnummer', 'artikelnr'],
  name: ['resourcename', 'name', 'bezeichnung', 'description', 'beschreibung'],
  type: ['type', 'typ', 'kostenart', 'art'],
  unit: ['resourceunit', 'unit', 'einheit', 'me'],
  quantity: ['quantityinline', 'quantity', 'menge', 'qty'],
  price: inCurrency('unitprice', 'price', 'einheitspreis', 'ep', 'preis'),
  amount: inCurrency('cost', 'amount', 'betrag', 'total', 'gp', 'kosten', 'gesamtpreis'),
} satisfies Record<string, readonly string[]>

/**
 * A bill of CSV or Excel files: one with the lines and, where there is one, another with what they are made of, by their
 * numbers. Columns are found by their names. Throws 422 with the places for columns that are missing and cells that are
 * no numbers, 413 beyond 50,000 lines.
 */
export async function readEstimateTable(file: TableFile, parts: TableFile | null): Promise<EstimateTable> {
  const lines = await wholeTable(file, most.lines)
  const read = rowsOf(lines, lineColumns, ['title'], 'file')
  if (!read.has('quantity') && !read.has('total')) throw missing('file', ['quantity'], lines.headers)
  const resources = parts ? await readParts(parts) : []
  return { currency: currencyOf(lines.headers), lines: read.map(lineOf), resources }
}

async function readParts(file: TableFile): Promise<TableResource[]> {
  const table = await wholeTable(file, most.resources)
  const needed = ['number', 'name', 'quantity', 'price'] as const
  return rowsOf(table, resourceColumns, needed, 'parts').map(resourceOf)
}

const lineOf = (row: Row<keyof typeof lineColumns>): TableLine => ({
  row: row.line,
  number: row.text('number'),
  title: row.text('title') ?? '',
  text: row.text('text'),
  unit: row.text('unit'),
  quantity: row.number('quantity'),
  rate: row.number('rate'),
  total: row.number('total'),
  counted: row.text('counted'),
  section: row.text('section'),
})

function resourceOf(row: Row<keyof typeof resourceColumns>): TableResource {
  const type = row.text('type')
  return {
    row: row.line,
    number: row.text('number') ?? '',
    code: row.text('code'),
    name: row.text('name') ?? '',
    type: (type === null ? null : itemTypeOf(type))?.type ?? 'other',
    unit: row.text('unit') ?? '',
    quantity: row.number('quantity'),
    price: row.number('price') ?? '0',
    amount: row.number('amount'),
  }
}

interface Rows<Part extends string> {
  has: (part: Part) => boolean
  map: <To>(read: (row: Row<Part>) => To) => To[]
}

function rowsOf<Part extends string>(
  table: Table,
  names: Readonly<Record<Part, readonly string[]>>,
  needed: readonly NoInfer<Part>[],
  file: string,
): Rows<Part> {
  const columns = findColumns(names, inferColumns(table), table.headers)
  const lacking = needed.filter((part) => !columns[part])
  if (lacking.length > 0) throw missing(file, lacking, table.headers)
  return {
    has: (part) => columns[part] !== undefined,
    map: (read) =>
      table.rows.map((cells, at) => read(new Row(cells, table.lines[at] ?? 0, columns, table.headers, file))),
  }
}

const missing = (file: string, parts: readonly string[], headers: readonly string[]): AppError =>
  invalid([
    {
      path: file,
      code: 'columns',
      ...saying(
        'The file lacks columns: “{{parts}}”. Its columns are {{headers}}: the first row says what is in each.',
        {
          parts: { names: parts },
          headers: headers.join(', '),
        },
      ),
    },
  ])

class Row<Part extends string> {
  readonly line: number
  private readonly cells: readonly Cell[]
  private readonly columns: Partial<Record<Part, FoundColumn>>
  private readonly headers: readonly string[]
  private readonly file: string

  constructor(
    cells: readonly Cell[],
    line: number,
    columns: Partial<Record<Part, FoundColumn>>,
    headers: readonly string[],
    file: string,
  ) {
    this.cells = cells
    this.line = line
    this.columns = columns
    this.headers = headers
    this.file = file
  }

  text(part: Part): string | null {
    const column = this.columns[part]
    const cell = column && this.cells[column.index]
    if (!isNested(cell)) return cellText(cell)?.trim() ?? null
    const said = saying('Line {{line}}: a list or an object stands in the column “{{column}}”.', {
      line: String(this.line),
      column: this.headers[column?.index ?? -1] ?? part,
    })
    throw invalid([{ path: `${this.file}.${this.line}`, code: 'text', ...said }])
  }

  number(part: Part): string | null {
    const text = this.text(part)
    if (text === null) return null
    const read = parseNumber(text, this.columns[part]?.mark ?? '.')
    if (read !== null) return read
    const said = saying('Line {{line}}: “{{text}}” is no number.', {
      line: String(this.line),
      text: text.slice(0, 60),
    })
    throw invalid([{ path: `${this.file}.${this.line}`, code: 'number', ...said }])
  }
}

const currencyOf = (headers: readonly string[]): string =>
  currencies
    .find((currency) => headers.some((header) => header.toLowerCase().endsWith(`_${currency}`)))
    ?.toUpperCase() ?? 'EUR'
