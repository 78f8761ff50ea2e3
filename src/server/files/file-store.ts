import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '#base/app-error.ts'
import { assert } from '#base/assert.ts'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/

const storageError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && full.has(String(error.code))
    ? new AppError('storage_full', undefined, { cause: error })
    : error

/** Files below the data directory, under keys the server makes: `<workspace>/<two digits>/<random>`. */
export class FileStore {
  private readonly root: string

  constructor(dataDir: string) {
    this.root = join(dataDir, 'files')
  }

  private path(key: string): string {
    assert(keyPattern.test(key), 'a storage key is made by the server')
    return join(this.root, key)
  }

  /** A key that no file has. */
  newKey(tenantId: string): string {
    const name = randomUUID()
    return `${tenantId}/${name.slice(0, 2)}/${name}`
  }

  /** Writes a file whole or not at all and answers its key: the given one, or a new one. Throws 507 `storage_full`. */
  async put(tenantId: string, bytes: Uint8Array, key = this.newKey(tenantId)): Promise<string> {
    const path = this.path(key)
    const unfinished = `${path}.part`
    try {
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw storageError(error)
    }
    return key
  }

  /** As `put`, from a stream: never more than a piece is in memory. Throws 413 `too_large` beyond `limit` bytes. */
  async putStream(
    bytes: AsyncIterable<Uint8Array>,
    limit: number,
    key: string,
  ): Promise<{ key: string; size: number }> {
    const path = this.path(key)
    const unfinished = `${path}.part`
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    try {
      const file = await open(unfinished, 'w', 0o600)
      let size = 0
      try {
        for await (const piece of bytes) {
          size += piece.byteLength
          if (size > limit)
            throw new AppError('too_large', `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB.`)
          await file.writev([piece])
        }
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      return { key, size }
    } catch (error) {
      await rm(unfinished, { force: true })
      throw storageError(error)
    }
  }

  /** Where a file lies on this machine, for those who read it in pieces. */
  location(key: string): string {
    return this.path(key)
  }

  /** All bytes of a file. */
  read(key: string): Promise<Buffer> {
    return readFile(this.path(key))
  }

  /** The bytes of a file as a stream; 404 when they are gone. */
  async stream(key: string): Promise<ReadableStream<Uint8Array>> {
    try {
      const file = await open(this.path(key))
      return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new AppError('not_found', undefined, { cause: error })
      throw error
    }
  }

  /** Removes a file and what an interrupted writing left of it; one that is gone already is no error. */
  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true })
    await rm(`${this.path(key)}.part`, { force: true })
  }

  /** Throws unless a file can be written, read and removed now. */
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
