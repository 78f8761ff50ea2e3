import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '#base/app-error.ts'
import { assert } from '#base/assert.ts'
import { blobKeyPattern, type BlobBackend, type ByteRange } from '#base/blob-backend.ts'
import { limitBytes } from './limit-bytes.ts'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof Error && 'code' in error && codes.has(String(error.code))

const storageError = (error: unknown): unknown =>
  hasCode(error, full) ? new AppError('storage_full', undefined, { cause: error }) : error

/** Blobs as files below the data directory. */
export class LocalBackend implements BlobBackend {
  private readonly root: string

  constructor(dataDir: string) {
    this.root = join(dataDir, 'files')
  }

  private path(key: string): string {
    assert(blobKeyPattern.test(key), 'a storage key is made by the server')
    return join(this.root, key)
  }

  async put(key: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<number> {
    const path = this.path(key)
    const unfinished = `${path}.part`
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(unfinished, 'w', 0o600)
      let size = 0
      try {
        for await (const piece of limitBytes(bytes, limit)) {
          size += piece.byteLength
          // A write may be short; `writeFile` of a handle goes on until all of the piece is there.
          await file.writeFile(piece)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return size
    } catch (error) {
      await rm(unfinished, { force: true })
      throw storageError(error)
    }
  }

  async read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
    try {
      const file = await open(this.path(key))
      const part = range ? { start: range.from, end: range.to } : {}
      return Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array>
    } catch (error) {
      if (hasCode(error, new Set(['ENOENT']))) throw new AppError('not_found', undefined, { cause: error })
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true })
    await rm(`${this.path(key)}.part`, { force: true })
  }

  async local(key: string): Promise<string> {
    return this.path(key)
  }

  async probe(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 })
    const path = join(this.root, `probe-${randomUUID()}`)
    try {
      await writeFile(path, 'probe', { mode: 0o600, flush: true })
      assert((await readFile(path, 'utf8')) === 'probe', 'a file holds what was written')
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** A new name is only safe once its folder is; Windows has no way to ask for it and does it itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
