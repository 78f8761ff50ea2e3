import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#base/app-error.ts'
import { stripMetadata } from './strip-metadata.ts'

const types: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** A logo or the picture of a person, without what a camera wrote beside it. Throws 415 for what is none, or damaged. */
export async function smallPicture(bytes: Buffer): Promise<{ bytes: Buffer; type: string }> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (!types.has(type)) throw new AppError('unsupported_media_type', 'Choose a PNG, JPEG or WebP picture.')
  return { bytes: stripMetadata(type, bytes), type }
}
