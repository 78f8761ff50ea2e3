import type { ImportColumn } from '#contracts/api/imports.ts'
import { must } from '#base/assert.ts'
import { cellText, type Cell, type Table } from '../exchange/table.ts'
import { columnKeys, labelOf } from './column-key.ts'
import { dateOrderOf, type DateOrder } from './date-format.ts'
import { headerHint, currencyIn, type HeaderHint } from './header-hints.ts'
import { inferType } from './infer-type.ts'
import { decimalMarkOf, type DecimalMark } from './number-format.ts'

/** How the written values of a column are to be read. */
export interface ColumnFormat {
  mark: DecimalMark
  order: DateOrder
  /** JSON: numbers are what is stored, a duration its seconds and not hours. */
  stored?: true
  /** Where its times without a zone are shown by clocks; UTC without. */
  zone?: string
}

/** The same where times without a zone are those of `zone`. */
export const inZone = (format: ColumnFormat, zone: string | undefined): ColumnFormat =>
  zone === undefined ? format : { ...format, zone }

/** A column as the import keeps it: what the person sees, and how to read its cells. */
export type InferredColumn = ImportColumn & { index: number; format: ColumnFormat }

/** One column under study. */
export interface ColumnSample {
  hint: HeaderHint
  format: ColumnFormat
  /** Filled cells in order. */
  cells: Exclude<Cell, null>[]
  /** The same as text. */
  texts: string[]
  distinct: Set<string>
  rows: number
}

function sampleColumns(table: Table): ColumnSample[] {
  return table.headers.map((header, index) => {
    const cells: Exclude<Cell, null>[] = []
    const texts: string[] = []
    for (const row of table.rows) {
      const text = cellText(row[index])
      if (text === null) continue
      cells.push(must(row[index]))
      texts.push(text.trim())
    }
    return {
      hint: headerHint(header),
      format: { mark: '.', order: 'dmy' },
      cells,
      texts,
      distinct: new Set(texts),
      rows: table.rows.length,
    }
  })
}

/** Columns without evidence of their own follow the others of the file, then the delimiter: a semicolon means a decimal comma. */
function settleFormats(samples: ColumnSample[], { dialect, format }: Table): void {
  const delimiter = dialect?.delimiter
  const writtenNumbers = samples.map(({ cells }) =>
    cells
      .filter((cell) => typeof cell === 'string')
      .filter((text) => /^\D{0,5}[\d.,'’\s]+\D{0,5}$/.test(text)),
  )
  const marks = writtenNumbers.map((texts) => decimalMarkOf(texts))
  const orders = samples.map(({ texts }) => dateOrderOf(texts))
  const commas = marks.filter((mark) => mark === ',').length
  const dots = marks.filter((mark) => mark === '.').length
  const mark = commas > dots || (commas === dots && delimiter === ';') ? ',' : '.'
  const order = orders.find((found) => found !== null) ?? (mark === ',' || delimiter === ';' ? 'dmy' : 'mdy')
  for (const [index, sample] of samples.entries()) {
    const stored = format === 'json' ? { stored: true as const } : {}
    sample.format = { mark: marks[index] ?? mark, order: orders[index] ?? order, ...stored }
  }
}

/** The one currency of the file, when a column names it on every row. */
function fileCurrency(samples: ColumnSample[]): string | undefined {
  const column = samples.find(
    (sample) =>
      sample.distinct.size === 1 &&
      /^[A-Z]{3}$/.test([...sample.distinct][0] ?? '') &&
      sample.texts.length === sample.rows,
  )
  return column && currencyIn([...column.distinct][0] ?? '')
}

/** Whether values look like codes: short, without spaces, all different. */
const identifies = ({ distinct, texts, rows, hint }: ColumnSample): boolean =>
  rows > 0 &&
  texts.length === rows &&
  distinct.size === rows &&
  hint.code &&
  texts.every((text) => text.length <= 64)

/** The column that identifies a row best: a unique code, else the first code-like column with mostly different values. */
function codeColumn(samples: readonly ColumnSample[]): number {
  const unique = samples.findIndex((sample) => identifies(sample))
  if (unique !== -1) return unique
  return samples.findIndex(
    ({ hint, texts, distinct, rows }) =>
      hint.code &&
      !hint.money &&
      texts.length === rows &&
      distinct.size > rows * 0.8 &&
      texts.every((text) => /^\S{1,64}$/.test(text)),
  )
}

// As many as a person can choose from; the field of choices itself takes a few more.
const mostValues = 200

/** The different values of a column that could become choices, whether or not it is taken for one. */
function choosable({ distinct }: ColumnSample): { values?: string[] } {
  if (distinct.size === 0 || distinct.size > mostValues) return {}
  const values = [...distinct]
  if (values.some((value) => value.length > 200)) return {}
  return { values: values.sort((a, b) => a.localeCompare(b, 'en')) }
}

/**
 * Says what each column of a table seems to hold: type, options, whether it names or identifies a row, and how its
 * numbers and dates are written (decided over the whole column, so that 3/4/2024 follows 25/4/2024).
 */
export function inferColumns(table: Table): InferredColumn[] {
  const samples = sampleColumns(table)
  settleFormats(samples, table)
  const keys = columnKeys(table.headers.map((header) => headerHint(header).label))
  const code = codeColumn(samples)
  const currency = fileCurrency(samples)
  return samples.map((sample, index) => {
    const inferred = inferType(sample, currency)
    const key = must(keys[index])
    const unique = index === code && identifies(sample)
    return {
      key,
      label: labelOf(sample.hint.label, key),
      ...inferred,
      ...choosable(sample),
      unique,
      required: unique || (sample.hint.name && sample.rows > 0 && sample.texts.length === sample.rows),
      empty: sample.rows - sample.texts.length,
      samples: [...sample.distinct].slice(0, 5).map((text) => text.slice(0, 200)),
      ...(index === code ? { code: true } : {}),
      index,
      format: sample.format,
    }
  })
}
