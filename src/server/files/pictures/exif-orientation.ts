const orientationTag = 0x0112
const shortType = 3

/**
 * Which way up a picture is (2…8) by its EXIF data, which begins with a TIFF header; null when it says nothing or stands
 * as it is stored. Never throws: what cannot be read says nothing.
 */
export function readOrientation(exif: Buffer): number | null {
  const order = exif.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const little = order === 'II'
  const short = (at: number): number => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const long = (at: number): number => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
  if (exif.length < 10) return null
  const first = long(4)
  if (first + 2 > exif.length) return null
  const count = short(first)
  for (let entry = 0; entry < count; entry++) {
    const at = first + 2 + entry * 12
    if (at + 12 > exif.length) return null
    if (short(at) !== orientationTag || short(at + 2) !== shortType) continue
    const value = short(at + 8)
    return value >= 2 && value <= 8 ? value : null
  }
  return null
}

/** EXIF data that says nothing but which way up a picture is. */
export function writeOrientation(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM', 0, 'latin1')
  exif.writeUInt16BE(42, 2)
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  exif.writeUInt16BE(shortType, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}
