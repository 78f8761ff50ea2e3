import { blankHeif } from './blank-heif.ts'
import { damaged } from './damaged-picture.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

const strippers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/heic': blankHeif,
  'image/avif': blankHeif,
}

/** Whether pictures of this type carry what their camera wrote beside them. */
export const hasMetadata = (type: string): boolean => Object.hasOwn(strippers, type)

/**
 * A picture without what its camera or program wrote beside it: place, time, device, author, previews (ST-16). Pixels,
 * colours and which way up it stands stay. Files of other types come back as they are. Throws 415 for damaged pictures.
 */
export function stripMetadata(type: string, bytes: Buffer): Buffer {
  const strip = Object.hasOwn(strippers, type) ? strippers[type] : undefined
  try {
    return strip ? strip(bytes) : bytes
  } catch (error) {
    // A length that leads past the end.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}
