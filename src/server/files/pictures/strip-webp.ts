import { damaged } from './damaged-picture.ts'
import { readOrientation, writeOrientation } from './exif-orientation.ts'

const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
const [exifFlag, xmpFlag] = [0x08, 0x04]

/** A WebP picture without EXIF and XMP and without what follows its end; its orientation stays. Throws 415 for a damaged one. */
export function stripWebp(bytes: Buffer): Buffer {
  const size = bytes.readUInt32LE(4) + 8
  if (size > bytes.length + 1) throw damaged()
  const chunks: Buffer[] = []
  let orientation: number | null = null
  for (let at = 12; at + 8 <= Math.min(size, bytes.length);) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > bytes.length) throw damaged()
    const content = bytes.subarray(at + 8, at + 8 + length)
    // Some programs put the mark of JPEG in front.
    if (type === 'EXIF')
      orientation ??= readOrientation(
        content.toString('latin1', 0, 4) === 'Exif' ? content.subarray(6) : content,
      )
    if (kept.has(type)) chunks.push(chunk(type, content))
    at += 8 + length + (length % 2)
  }
  const [first] = chunks
  if (!first) throw damaged()
  const extended = first.toString('latin1', 0, 4) === 'VP8X'
  if (extended) first[8] = ((first[8] ?? 0) & ~(exifFlag | xmpFlag)) | (orientation === null ? 0 : exifFlag)
  // Only the extended form may carry EXIF.
  if (extended && orientation !== null) chunks.push(chunk('EXIF', writeOrientation(orientation)))
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
