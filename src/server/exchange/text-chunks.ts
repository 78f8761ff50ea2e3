import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { AppError } from '#base/app-error.ts'
import { decodeWindows1252, looksLikeUtf16 } from './decode-text.ts'
import type { Dialect } from './row-stream.ts'

type Encoding = Dialect['encoding']

// Below 128 KB a text counts as young and goes with the next small collection; larger ones stay until a large one.
const chunkSize = 64 * 1024

const chunksOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: chunkSize })

/** How many bytes at the end of a chunk begin a character that goes on in the next one; at most 3. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/**
 * The encoding of a file: by its byte order mark, else UTF-16 by its zeros, else UTF-8 when all of it is valid, else
 * Windows-1252 (what older European programs write). Reads the file once, a gigabyte in about a second.
 */
export async function findEncoding(path: string): Promise<Encoding> {
  let first = true
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunksOf(path)) {
    if (first) {
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      const wide = looksLikeUtf16(chunk)
      if (wide) return wide
      first = false
    }
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const open = unfinished(bytes)
    if (!isUtf8(bytes.subarray(0, bytes.length - open))) return 'windows-1252'
    rest = Buffer.from(bytes.subarray(bytes.length - open))
  }
  return rest.length > 0 ? 'windows-1252' : 'utf-8'
}

/** The text of a file in pieces, without its byte order mark. Throws `unsupported_media_type` for what is no text. */
export async function* textChunks(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = encoding === 'windows-1252' ? null : new TextDecoder(encoding)
  const checked = (text: string): string => {
    if (text.includes('\0'))
      throw new AppError('unsupported_media_type', 'This is no text file. Use CSV, TSV, XLSX or JSON.')
    return text
  }
  for await (const chunk of chunksOf(path)) {
    const text = decoder ? decoder.decode(chunk, { stream: true }) : decodeWindows1252(chunk)
    if (text !== '') yield checked(text)
  }
  const last = decoder?.decode() ?? ''
  if (last !== '') yield checked(last)
}
