import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { AppError } from '#base/app-error.ts'

/** A file of an archive. */
export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** Its bytes are small as they are: pictures, archives. */
  isPacked?: boolean
}

// The format counts bytes with 32 bits and files with 16.
const mostBytes = 4_000_000_000
const mostFiles = 65_000

/** An archive as a stream of chunks: one file after the other, never more than a piece of one in memory. Throws 413. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const failures: Error[] = []
  const zip = new Zip((error, chunk) => (error ? failures.push(error) : ready.push(chunk)))
  let bytes = 0
  let files = 0
  function* given(): Generator<Uint8Array> {
    const [failure] = failures
    if (failure) throw failure
    for (const chunk of ready.splice(0)) {
      bytes += chunk.byteLength
      yield chunk
    }
    if (bytes > mostBytes || files > mostFiles)
      throw new AppError('too_large', 'This is more than an archive holds: 4 GB and 65,000 files.')
  }
  for await (const { name, bytes: pieces, isPacked = false } of entries) {
    files += 1
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* given()
    }
    file.push(new Uint8Array(0), true)
    yield* given()
  }
  zip.end()
  yield* given()
}
