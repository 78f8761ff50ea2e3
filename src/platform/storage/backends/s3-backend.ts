import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '#base/app-error.ts'
import { assert } from '#base/assert.ts'
import { blobKeyPattern, type BlobBackend, type ByteRange } from '#base/blob-backend.ts'
import type { S3Settings } from '#base/s3-settings.ts'
import { limitBytes } from './limit-bytes.ts'

const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)

/** What a service that is away or full says, in our words. */
function serviceError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof S3ServiceException && /quota|insufficient/i.test(`${error.name} ${error.message}`))
    return new AppError('storage_full', undefined, { cause: error })
  return new AppError('unavailable', 'The store of files cannot be reached right now.', { cause: error })
}

/** Blobs as objects of one bucket at an S3-compatible service. */
export class S3Backend implements BlobBackend {
  private readonly client: S3Client
  private readonly bucket: string
  private readonly cache: string

  constructor(settings: S3Settings, dataDir: string) {
    this.bucket = settings.bucket
    this.cache = join(dataDir, 'cache', 'blobs')
    this.client = new S3Client({
      region: settings.region,
      ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
      forcePathStyle: settings.pathStyle,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      maxAttempts: 3,
      // Checksums in trailers are Amazon's; other services refuse what they do not know.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  private place(key: string): { Bucket: string; Key: string } {
    assert(blobKeyPattern.test(key), 'a storage key is made by the server')
    return { Bucket: this.bucket, Key: key }
  }

  async put(key: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<number> {
    let size = 0
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of limitBytes(bytes, limit)) {
        size += piece.byteLength
        yield piece
      }
    }
    // In parts when it is large; what fails in the middle leaves no part behind.
    const upload = new Upload({
      client: this.client,
      params: { ...this.place(key), Body: Readable.from(counted(), { objectMode: false }) },
      leavePartsOnError: false,
    })
    try {
      await upload.done()
      return size
    } catch (error) {
      throw serviceError(error)
    }
  }

  async read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
    const part = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ ...this.place(key), ...part }))
      if (!Body) throw new AppError('not_found')
      return Body.transformToWebStream() as ReadableStream<Uint8Array>
    } catch (error) {
      if (isGone(error)) throw new AppError('not_found', undefined, { cause: error })
      throw serviceError(error)
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.cache, key), { force: true })
    try {
      await this.client.send(new DeleteObjectCommand(this.place(key)))
    } catch (error) {
      if (!isGone(error)) throw serviceError(error)
    }
  }

  /** A copy on this machine, kept until the blob is removed or this process starts anew. */
  async local(key: string): Promise<string> {
    const path = join(this.cache, this.place(key).Key)
    const known = await stat(path).catch(() => null)
    if (known) return path
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const unfinished = `${path}.${randomUUID()}.part`
    const file = await open(unfinished, 'w', 0o600)
    try {
      for await (const piece of Readable.fromWeb((await this.read(key)) as never))
        await file.writeFile(piece as Uint8Array)
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    return path
  }

  async probe(): Promise<void> {
    const name = randomUUID()
    const key = `00000000-0000-0000-0000-000000000000/${name.slice(0, 2)}/${name}`
    const written = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('probe')
    }
    try {
      await this.put(key, written(), 5)
      const read = await new Response(await this.read(key)).text()
      assert(read === 'probe', 'an object holds what was written')
    } finally {
      await this.remove(key)
    }
  }

  /** Forgets the copies of an earlier run and closes connections. */
  async stop(): Promise<void> {
    this.client.destroy()
    await rm(this.cache, { recursive: true, force: true })
  }
}
