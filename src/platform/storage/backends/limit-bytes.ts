import { AppError } from '#base/app-error.ts'

/** Hands bytes on until there are more than `limit` of them: then throws 413 `too_large`. */
export async function* limitBytes(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > limit)
      throw new AppError('too_large', `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB.`)
    yield piece
  }
}
