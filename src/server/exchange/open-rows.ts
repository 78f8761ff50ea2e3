import { open, readFile, stat } from 'node:fs/promises'
import { AppError } from '#base/app-error.ts'
import { openBc3 } from './bc3/open-bc3.ts'
import { openCsv } from './csv/open-csv.ts'
import { openJson } from './json/open-json.ts'
import { readXlsxAside } from './read-aside.ts'
import { limited, streamOf, type RowStream } from './row-stream.ts'
import { findEncoding, textChunks } from './text-chunks.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

/** Workbooks up to here are read whole. */
const largestWhole = 2 * 1024 * 1024
const largestWorkbook = 100 * 1024 * 1024

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function firstLetter(path: string): Promise<string | undefined> {
  for await (const chunk of textChunks(path, await findEncoding(path))) {
    const text = chunk.trimStart()
    if (text !== '') return text[0]
  }
  return undefined
}

/**
 * Small workbooks, which people make by hand and in many programs, are read whole by a library that knows all of them, in a
 * process of its own; large ones, which programs write, row by row.
 */
async function openWorkbook(path: string, sheet?: string): Promise<RowStream> {
  const { size } = await stat(path)
  if (size > largestWorkbook)
    throw new AppError('too_large', 'A workbook may have 100 MB. Save it as CSV, or in several parts.')
  if (size > largestWhole) return openXlsx(path, sheet)
  const { rows, lines, ...head } = await readXlsxAside(await readFile(path), sheet)
  return streamOf(head, { rows, lines })
}

/**
 * Opens a CSV, TSV, XLSX, JSON or BC3 file row by row. What it is, the bytes say; the name only tells a tab from a comma.
 * Throws `invalid` (empty, damaged), `unsupported_media_type` (another format), `too_large`.
 */
export async function openRows(path: string, name: string, sheet?: string): Promise<RowStream> {
  const first = await firstBytes(path)
  if (first.length === 0) throw new AppError('invalid', 'The file is empty.')
  if (startsWith(first, 0x50, 0x4b, 0x03, 0x04)) return limited(await openWorkbook(path, sheet))
  if (startsWith(first, 0xd0, 0xcf, 0x11, 0xe0))
    throw new AppError('unsupported_media_type', 'This is an old .xls file. Save it as .xlsx or CSV.')
  const letter = await firstLetter(path)
  if (letter === '~' && /\.bc3$/i.test(name)) return limited(await openBc3(path))
  if (/\.(json|jsonl|ndjson)$/i.test(name) || letter === '[' || letter === '{')
    return limited(await openJson(path, name))
  return limited(await openCsv(path, /\.(tsv|tab)$/i.test(name) ? 'tsv' : 'csv'))
}
