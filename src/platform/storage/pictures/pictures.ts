import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '#base/app-error.ts'
import { blobKeyPattern, type BlobBackend } from '#base/blob-backend.ts'
import { assert } from '#base/assert.ts'
import type { Transform } from './read-transform.ts'
import { Turns } from './turns.ts'

/** A picture as it was asked for. */
export interface MadePicture {
  path: string
  size: number
  type: string
}

/** Larger ones are not opened: 50 MB, 50 million pixels. */
const largestBytes = 50 * 1024 * 1024
const mostPixels = 50_000_000
const keptDays = 30

const formats = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const
const isPicture = (type: string): type is keyof typeof formats => Object.hasOwn(formats, type)

/** Makes smaller pictures of stored ones, once each: they lie in a cache of this machine that may be emptied at any time. */
export class Pictures {
  private readonly root: string
  private readonly turns = new Turns(2, 500)
  private readonly making = new Map<string, Promise<void>>()

  constructor(
    dataDir: string,
    private readonly blobs: BlobBackend,
  ) {
    this.root = join(dataDir, 'cache', 'pictures')
  }

  /**
   * A stored picture, changed. Throws 415 for what is no picture or a damaged one, 413 for one with too many pixels, 429
   * when too many wait.
   */
  async make(key: string, about: { type: string; size: number }, transform: Transform): Promise<MadePicture> {
    if (!isPicture(about.type)) throw new AppError('unsupported_media_type', 'This is no picture.')
    if (about.size > largestBytes) throw new AppError('too_large')
    const target = transform.keepFormat ? about.type : 'image/webp'
    const name = createHash('sha256')
      .update(JSON.stringify([transform, target]))
      .digest('hex')
      .slice(0, 32)
    const path = join(this.folder(key), name)
    const known = await stat(path).catch(() => null)
    if (known) {
      await utimes(path, new Date(), new Date()).catch(() => undefined) // how lately it was wanted; nothing hangs on it
      return { path, size: known.size, type: target }
    }
    let made = this.making.get(path)
    if (!made) {
      made = this.turns
        .take(() => this.write(key, path, transform, formats[target]))
        .finally(() => this.making.delete(path))
      this.making.set(path, made)
    }
    await made
    return { path, size: (await stat(path)).size, type: target }
  }

  /** Forgets what was made of a blob that is removed. */
  async forget(key: string): Promise<void> {
    await rm(this.folder(key), { recursive: true, force: true })
  }

  /** Removes what nobody wanted for a month. */
  async clean(): Promise<void> {
    const before = Date.now() - keptDays * 86_400_000
    const found = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of found) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const about = await stat(path).catch(() => null)
      if (about && about.mtimeMs < before) await rm(path, { force: true })
    }
  }

  private folder(key: string): string {
    assert(blobKeyPattern.test(key), 'a storage key is made by the server')
    return join(this.root, key)
  }

  private async write(
    key: string,
    path: string,
    { width, height, resize, quality }: Transform,
    format: (typeof formats)[keyof typeof formats],
  ): Promise<void> {
    const { default: sharp } = await import('sharp')
    const bytes = await buffer(Readable.fromWeb((await this.blobs.read(key)) as never))
    const picture = sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      animated: format === 'gif',
    })
    try {
      const about = await picture.metadata()
      // Of a film only so much is opened at once.
      if ((about.pages ?? 1) * (about.width ?? 0) * (about.pageHeight ?? about.height ?? 0) > mostPixels)
        throw new AppError('too_large')
      const made = await picture
        .rotate()
        .resize({
          ...(width > 0 && { width }),
          ...(height > 0 && { height }),
          fit: resize,
          withoutEnlargement: true,
          background: { r: 255, g: 255, b: 255, alpha: 0 },
        })
        .toFormat(format, { quality })
        .timeout({ seconds: 20 })
        .toBuffer()
      await keep(path, made)
    } catch (error) {
      if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) throw error
      if (error instanceof Error && /pixel limit/i.test(error.message)) throw new AppError('too_large')
      throw new AppError('unsupported_media_type', 'This picture is damaged.', { cause: error })
    }
  }
}

async function keep(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/** The bytes of a made picture. */
export const pictureStream = ({ path }: MadePicture): ReadableStream<Uint8Array> =>
  Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
