import { AppError } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { maxCells, maxColumns, type Cell, type Table } from '../table.ts'

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/** The objects of a JSON file: a list, or `{rows: […]}`; an object's `attributes` count as its columns. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (isJsonObject(value) && Array.isArray(value.rows)) return value.rows
  throw new AppError('invalid', 'A JSON file must hold a list of objects, or {"rows": […]}.')
}

/** Reads a list of flat objects; nested values become JSON text. Throws `invalid` with the position of the fault. */
export function readJson(text: string): Table {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid', `The file is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
  const items = listOf(value).map((item, index) => {
    if (!isJsonObject(item))
      throw new AppError('invalid', 'Every item of the list must be an object.', {
        details: [{ path: `row.${index + 1}`, code: 'type', message: 'Must be an object.' }],
      })
    return isJsonObject(item.attributes) ? item.attributes : item
  })
  const headers = [...new Set(items.flatMap((item) => Object.keys(item)))]
  if (headers.length === 0) throw new AppError('invalid', 'The file holds no table.')
  if (headers.length > maxColumns || headers.length * items.length > maxCells)
    throw new AppError('too_large', 'The table has too many columns or cells.')
  return {
    format: 'json',
    headers,
    rows: items.map((item) =>
      headers.map((header) => (Object.hasOwn(item, header) ? toCell(item[header]) : null)),
    ),
    lines: items.map((_, index) => index + 1),
  }
}
