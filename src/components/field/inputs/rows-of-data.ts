import { isJsonObject } from '#base/json.ts'
import type { RowColumn, RowsOffer } from '../../props/rows-offer.definition.ts'

/** One row of data: its parts by key. */
export type DataRow = Readonly<Record<string, unknown>>

/** The rows of data; null where the data is of another form, so that its rows would not be all of it. */
export function rowsOf(data: unknown, { part, name, columns }: RowsOffer): DataRow[] | null {
  const value = part === undefined ? data : onlyPart(data, part)
  if (value === null || value === undefined) return []
  if (name === undefined) return Array.isArray(value) && value.every(isJsonObject) ? value : null
  const held = valueKey(columns, name)
  if (!isJsonObject(value)) return null
  return Object.entries(value).map(([key, one]) => ({ [name]: key, [held]: one }))
}

/** The data of these rows; null for none. A name that is there twice keeps what was said last. */
export function dataOf(rows: readonly DataRow[], { part, name, columns }: RowsOffer): unknown {
  if (rows.length === 0) return null
  const data = name === undefined ? rows : namedValues(rows, name, valueKey(columns, name))
  return part === undefined ? data : { [part]: data }
}

/** The columns that say something of this row. */
export const columnsOf = (row: DataRow, columns: readonly RowColumn[]): RowColumn[] =>
  columns.filter(({ only }) => !only || only.is.includes(String(row[only.key])))

/**
 * The row with another value in one part: what only went with the value before is left out, and a box that comes in is not
 * ticked; null leaves the part out.
 */
export function withPart(row: DataRow, key: string, value: unknown, columns: readonly RowColumn[]): DataRow {
  const next = { ...row, [key]: value }
  const [had, has] = [columnsOf(row, columns), columnsOf(next, columns)]
  for (const column of had) if (!has.includes(column)) delete next[column.key]
  for (const column of has) if (!had.includes(column) && column.type === 'boolean') next[column.key] = false
  if (value === null || value === undefined) delete next[key]
  return next
}

/** Codes as text, one to a line. */
export const codesText = (value: unknown): string =>
  (Array.isArray(value) ? value : [])
    .filter(isJsonObject)
    .map((code) =>
      code['label'] === code['value'] ? `${code['value']}` : `${code['value']}: ${code['label']}`,
    )
    .join('\n')

/** Codes from such a text; whatever else a code says stays with its value. */
export function codesFrom(text: string, before: unknown): DataRow[] | null {
  const known = (Array.isArray(before) ? before : []).filter(isJsonObject)
  const codes = text.split('\n').flatMap((line) => {
    const [value = '', ...label] = line.split(':')
    const code = value.trim()
    if (code === '') return []
    const same = known.find((one) => one['value'] === code)
    return [{ ...same, value: code, label: label.join(':').trim() || code }]
  })
  return codes.length === 0 ? null : codes
}

const namedValues = (rows: readonly DataRow[], name: string, held: string): DataRow =>
  Object.fromEntries(rows.map((row) => [String(row[name] ?? ''), row[held] ?? '']))

// Beside another part its rows would not be all that is said.
function onlyPart(data: unknown, part: string): unknown {
  if (!isJsonObject(data)) return data
  return Object.keys(data).every((key) => key === part) ? data[part] : data
}

const valueKey = (columns: readonly RowColumn[], name: string): string =>
  columns.find(({ key }) => key !== name)?.key ?? 'value'
