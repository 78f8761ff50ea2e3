import { open, readFile, stat } from 'node:fs/promises'
import { AppError } from '#base/app-error.ts'
import { openCsv } from './csv/open-csv.ts'
import { readTableAside } from './read-aside.ts'
import { limited, streamOf, type RowStream } from './row-stream.ts'
import { findEncoding, textChunks } from './text-chunks.ts'

/** Workbooks and JSON are read whole; text is not. */
const largestWhole = 25 * 1024 * 1024

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

async function openWhole(path: string, sheet?: string): Promise<RowStream> {
  if ((await stat(path)).size > largestWhole)
    throw new AppError('too_large', 'A file of this format may have 25 MB. Save it as CSV.')
  const { rows, lines, ...head } = await readTableAside(await readFile(path), sheet)
  return streamOf(head, { rows, lines })
}

/**
 * Opens a CSV, TSV, XLSX or JSON file row by row. What it is, the bytes say; the name only tells a tab from a comma.
 * Throws `invalid` (empty, damaged), `unsupported_media_type` (another format), `too_large`.
 */
export async function openRows(path: string, name: string, sheet?: string): Promise<RowStream> {
  const first = await firstBytes(path)
  if (first.length === 0) throw new AppError('invalid', 'The file is empty.')
  if (startsWith(first, 0x50, 0x4b, 0x03, 0x04)) return openWhole(path, sheet)
  if (startsWith(first, 0xd0, 0xcf, 0x11, 0xe0))
    throw new AppError('unsupported_media_type', 'This is an old .xls file. Save it as .xlsx or CSV.')
  const letter = await firstLetter(path)
  if (/\.json$/i.test(name) || letter === '[' || letter === '{') return openWhole(path, sheet)
  return limited(await openCsv(path, /\.(tsv|tab)$/i.test(name) ? 'tsv' : 'csv'))
}
