import { zipSync } from 'fflate'
import { AppError } from '#base/app-error.ts'
import { unzip } from '../zip/unzip.ts'

const limits = { entries: 2000, unpacked: 64 * 1024 * 1024, ratio: 200, ratioFrom: 1024 * 1024 }

// Only what a table needs; drawings, macros, embedded files and external links are never opened.
const needed =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings|metadata)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i

const refuse = (message: string): never => {
  throw new AppError('invalid', message)
}

/** How many bytes of an archive a table needs when they are unpacked, as it declares; 0 for what is no archive. */
export function unpackedSize(bytes: Uint8Array): number {
  let size = 0
  try {
    unzip(bytes, ({ name, unpacked }) => {
      if (needed.test(name)) size += unpacked
      return false
    })
  } catch {
    return 0
  }
  return size
}

/**
 * Opens a workbook's archive within limits and returns a clean archive of the parts a table needs, not compressed.
 * Sizes are those the archive declares; the unpacker never writes past them. Throws `invalid` for bombs, DTDs, and
 * anything that is no archive.
 */
export function openArchive(bytes: Uint8Array): Uint8Array {
  let entries = 0
  let unpacked = 0
  let parts: Record<string, Uint8Array>
  try {
    const found = unzip(bytes, ({ name, packed, unpacked: size }) => {
      if (++entries > limits.entries) refuse('The workbook has too many parts.')
      if (!needed.test(name)) return false
      unpacked += size
      if (unpacked > limits.unpacked) refuse('The workbook is too large when unpacked.')
      if (size > limits.ratioFrom && size > packed * limits.ratio)
        refuse('The workbook unpacks to far more than its size.')
      return true
    })
    parts = Object.fromEntries(found)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', 'The workbook is damaged.', { cause: error })
  }
  if (!Object.keys(parts).some((name) => name.toLowerCase() === 'xl/workbook.xml'))
    refuse('The file is no workbook.')
  for (const part of Object.values(parts)) {
    // An entity can only be declared in a DTD, and a workbook never has one.
    const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) refuse('The workbook declares entities.')
  }
  return zipSync(parts, { level: 0 })
}
