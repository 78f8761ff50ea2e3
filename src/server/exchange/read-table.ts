import { AppError } from '#base/app-error.ts'
import { readJson } from './json/read-json.ts'
import type { Table } from './table.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new AppError('invalid', 'A JSON file must be UTF-8.', { cause: error })
  }
}

/** Reads a workbook or a JSON file whole. Throws `invalid` (damaged) and `too_large`. */
export const readTable = (bytes: Uint8Array, sheet?: string): Table =>
  bytes[0] === 0x50 && bytes[1] === 0x4b ? readXlsx(bytes, sheet) : readJson(textOf(bytes))
