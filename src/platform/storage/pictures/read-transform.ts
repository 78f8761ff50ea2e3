import { invalidParameter } from '../storage-error.ts'
import { wholeNumber } from '../request-json.ts'

/** How a picture is to be changed; sizes in pixels, 0 where nothing is said. */
export interface Transform {
  width: number
  height: number
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  /** Whether the picture keeps its format; else the smaller WebP is made of it. */
  keepFormat: boolean
}

const known = new Set(['width', 'height', 'resize', 'quality', 'format', 'token', 'download', 'cacheNonce'])
const ways = ['cover', 'contain', 'fill'] as const

/** Reads the parameters of a changed picture. Throws `InvalidParameter` for anything that is not one. */
export function readTransform(given: Readonly<Record<string, unknown>>): Transform {
  for (const name of Object.keys(given)) if (!known.has(name)) throw invalidParameter(`${name} is not known`)
  const { resize = 'cover', format } = given
  const way = ways.find((one) => one === resize)
  if (!way) throw invalidParameter('resize must be cover, contain or fill')
  if (format !== undefined && format !== 'origin' && format !== 'webp')
    throw invalidParameter('format must be origin or webp')
  return {
    width: wholeNumber(given['width'], 'width', { least: 1, most: 2500, otherwise: 0 }),
    height: wholeNumber(given['height'], 'height', { least: 1, most: 2500, otherwise: 0 }),
    resize: way,
    quality: wholeNumber(given['quality'], 'quality', { least: 20, most: 100, otherwise: 80 }),
    keepFormat: format !== 'webp',
  }
}
