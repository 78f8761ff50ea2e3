import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** Its bytes are small as they are: pictures, archives. */
  isPacked?: boolean
}

/**
 * An archive as a stream of chunks: one file after the other, never more than a piece of one in memory. Of any size and any
 * number of files: beyond 4 GB or 65,535 files it is written as ZIP64, which all programs of today read.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const adding = addAll(zip, out, entries)
  try {
    for await (const chunk of out) yield chunk as Uint8Array
    await adding
  } finally {
    out.destroy()
    await adding.catch(() => undefined) // told above, or nobody reads any more
  }
}

// A file is opened when the one before it is through, so that only one is open at a time.
async function addAll(zip: ZipFile, out: Readable, entries: AsyncIterable<ZipEntry>): Promise<void> {
  try {
    for await (const { name, bytes, isPacked = false } of entries) {
      const source = Readable.from(bytes, { objectMode: false })
      const stop = (): void => void source.destroy()
      out.once('close', stop)
      zip.addReadStream(source, name, { compress: !isPacked })
      await finished(source, { writable: false })
      out.off('close', stop)
    }
    zip.end()
  } catch (error) {
    out.destroy(error as Error)
    throw error
  }
}
