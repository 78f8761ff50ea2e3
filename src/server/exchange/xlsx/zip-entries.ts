import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { AppError } from '#base/app-error.ts'

/** A part of an archive, by what its directory says. */
interface ZipEntry {
  name: string
  method: number
  packed: number
  unpacked: number
  offset: number
}

/** Most parts, most bytes of one part, and how much larger than its packed size it may be. */
const limits = { entries: 2000, unpacked: 4 * 1024 * 1024 * 1024, ratio: 200, ratioFrom: 1024 * 1024 }

const damaged = (cause?: unknown): AppError => new AppError('invalid', 'The workbook is damaged.', { cause })

async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    if (bytesRead < length) throw damaged()
    return buffer
  } finally {
    await file.close()
  }
}

/** The directory of an archive by name. Throws `invalid` for what is no archive, and for bombs. */
export async function zipEntries(path: string): Promise<Map<string, ZipEntry>> {
  const { size } = await stat(path)
  const tail = await bytesAt(path, Math.max(0, size - 66_000), Math.min(size, 66_000))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || end + 22 > tail.length) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > limits.entries) throw new AppError('invalid', 'The workbook has too many parts.')
  if (start + length > size) throw damaged()
  const directory = await bytesAt(path, start, length)
  const entries = new Map<string, ZipEntry>()
  for (let at = 0, left = count; left > 0; left--) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameLength = directory.readUInt16LE(at + 28)
    const entry = {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    }
    if (entry.unpacked > limits.ratioFrom && entry.unpacked > entry.packed * limits.ratio)
      throw new AppError('invalid', 'The workbook unpacks to far more than its size.')
    entries.set(entry.name.toLowerCase(), entry)
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The text of a part piece by piece, never more than it declared. Throws `invalid` where it is damaged or declares entities. */
export async function* entryText(path: string, entry: ZipEntry): AsyncGenerator<string> {
  const local = await bytesAt(path, entry.offset, 30)
  if (local.readUInt32LE(0) !== 0x04034b50 || entry.unpacked > limits.unpacked) throw damaged()
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (entry.packed === 0) return
  const packed = createReadStream(path, { start, end: start + entry.packed - 1 })
  const bytes = entry.method === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: 256 * 1024 }))
  const decoder = new TextDecoder()
  let size = 0
  let seam = ''
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > entry.unpacked) throw damaged()
      const text = decoder.decode(piece, { stream: true })
      // An entity can only be declared in a DTD, and a workbook never has one.
      if (/<!(DOCTYPE|ENTITY)/.test(seam + text))
        throw new AppError('invalid', 'The workbook declares entities.')
      seam = text.slice(-10)
      yield text
    }
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  } finally {
    packed.destroy()
  }
}
