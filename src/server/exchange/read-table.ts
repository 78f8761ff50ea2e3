import { AppError } from '#base/app-error.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './csv/read-csv.ts'
import { readJson } from './json/read-json.ts'
import type { Table } from './table.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

/**
 * Reads a CSV, TSV, XLSX or JSON file as a table. What it is, the bytes say; the name only tells a tab from a comma.
 * Throws `invalid` (empty, damaged), `unsupported_media_type` (another format), `too_large`.
 */
export function readTable(bytes: Uint8Array, name: string, sheet?: string): Table {
  if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes, sheet)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new AppError('unsupported_media_type', 'This is an old .xls file. Save it as .xlsx or CSV.')
  const text = decodeText(bytes)
  if (text.includes('\0'))
    throw new AppError('unsupported_media_type', 'This is no text file. Use CSV, TSV, XLSX or JSON.')
  const first = text.trimStart()[0]
  if (/\.json$/i.test(name) || first === '[' || first === '{') return readJson(text)
  return readCsv(text, /\.(tsv|tab)$/i.test(name) ? 'tsv' : 'csv')
}
