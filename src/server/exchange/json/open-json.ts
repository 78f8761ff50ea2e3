import { saying } from '#base/saying.ts'
import { AppError } from '#base/app-error.ts'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import { decimal } from '#base/decimal.ts'
import type { Portion, RowStream } from '../row-stream.ts'
import { maxColumns, type Cell } from '../table.ts'
import { findEncoding, textChunks } from '../text-chunks.ts'
import { jsonItems } from './json-items.ts'

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return { json: JSON.stringify(value) }
}

const manyDigits = /\d[\d.]{15}/
const textsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const isExact = (number: string): boolean => {
  const read = Number(number)
  return Number.isFinite(read) && decimal(String(read)).eq(number)
}

/** Numbers that a double cannot hold, as texts: an amount keeps its last digit. */
const inFull = (text: string): string =>
  manyDigits.test(text)
    ? text.replace(textsAndNumbers, (part) => (part.startsWith('"') || isExact(part) ? part : `"${part}"`))
    : text

function parsed(text: string): unknown {
  try {
    return JSON.parse(inFull(text))
  } catch (error) {
    throw new AppError(
      'invalid',
      saying('The file is not valid JSON: {{why}}', { why: (error as Error).message }),
      { cause: error },
    )
  }
}

function recordOf(item: unknown, row: number): JsonObject {
  if (!isJsonObject(item))
    throw new AppError('invalid', 'Every item of the list must be an object.', {
      details: [{ path: `row.${row}`, code: 'type', message: 'Must be an object.' }],
    })
  return isJsonObject(item.attributes) ? item.attributes : item
}

/** The records of a list, of `{rows: […]}`, or of JSON lines; an object's `attributes` count as its columns. */
async function* records(chunks: AsyncIterable<string>, lines: boolean): AsyncGenerator<JsonObject> {
  let row = 0
  let held: JsonObject | null = null
  for await (const { text, list } of jsonItems(chunks)) {
    const item = parsed(text)
    if (row === 0 && !list && isJsonObject(item)) {
      // The first of JSON lines, or the one object around a list.
      if (Array.isArray(item.rows)) {
        for (const one of item.rows) yield recordOf(one, ++row)
        return
      }
      held = recordOf(item, ++row)
      continue
    }
    if (held) yield held
    held = null
    yield recordOf(item, ++row)
  }
  if (!held) return
  if (!lines) throw new AppError('invalid', 'A JSON file must hold a list of objects, or {"rows": […]}.')
  yield held
}

/**
 * Opens a list of flat objects or JSON lines. The file is read twice: first for the names of
 * all columns. Throws `invalid` with the fault.
 */
export async function openJson(path: string, name: string): Promise<RowStream> {
  const encoding = await findEncoding(path)
  const isLines = /\.(jsonl|ndjson)$/i.test(name)
  const names = new Set<string>()
  for await (const record of records(textChunks(path, encoding), isLines)) {
    for (const key of Object.keys(record)) names.add(key)
    if (names.size > maxColumns) throw new AppError('too_large', 'The table has too many columns or cells.')
  }
  const headers = [...names]
  if (headers.length === 0) throw new AppError('invalid', 'The file holds no table.')
  return {
    head: { format: 'json', headers },
    async *portions() {
      let portion: Portion = { rows: [], lines: [] }
      let line = 0
      for await (const record of records(textChunks(path, encoding), isLines)) {
        portion.rows.push(
          headers.map((header) => (Object.hasOwn(record, header) ? toCell(record[header]) : null)),
        )
        portion.lines.push(++line)
        if (portion.rows.length < 1000) continue
        yield portion
        portion = { rows: [], lines: [] }
      }
      yield portion
    },
  }
}
