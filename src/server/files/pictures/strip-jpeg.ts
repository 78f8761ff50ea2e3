import { damaged } from './damaged-picture.ts'
import { readOrientation, writeOrientation } from './exif-orientation.ts'

const exifMark = 'Exif\0\0'
const [app0, app1, app2, app14, app15, comment] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe]
const [scan, end] = [0xda, 0xd9]

/** Says how colours are meant, and nothing about where, when or by whom. */
function isKept(marker: number, content: Buffer): boolean {
  if (marker === app0) return content.toString('latin1', 0, 5) === 'JFIF\0'
  if (marker === app2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
  if (marker === app14) return content.toString('latin1', 0, 5) === 'Adobe'
  return !(marker > app0 && marker <= app15) && marker !== comment
}

/**
 * A JPEG without what cameras write into it (EXIF with the place, XMP, IPTC, previews, comments) and without what follows
 * its end; the picture itself is untouched. Which way up it stands is kept. Throws 415 for a damaged one.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let orientation: number | null = null
  let at = 2
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw damaged()
    const marker = bytes[at + 1]
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === end) {
      kept.push(bytes.subarray(at, at + 2))
      break
    }
    if (marker === undefined || at + 4 > bytes.length) throw damaged()
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    if (next < at + 4 || next > bytes.length) throw damaged()
    const content = bytes.subarray(at + 4, next)
    if (marker === app1 && content.toString('latin1', 0, 6) === exifMark)
      orientation ??= readOrientation(content.subarray(6))
    const whole = marker === scan ? endOfScan(bytes, next) : next
    if (isKept(marker, content)) kept.push(bytes.subarray(at, whole))
    at = whole
  }
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(orientation === null ? [] : [segment(orientation)]),
    ...kept,
  ])
}

/** Where the data of a scan ends: at the next marker that is no stuffed byte and no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function segment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(exifMark, 'latin1'), writeOrientation(orientation)])
  const head = Buffer.from([0xff, app1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
