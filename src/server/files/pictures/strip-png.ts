import { crc32 } from 'node:zlib'
import { damaged } from './damaged-picture.ts'
import { readOrientation, writeOrientation } from './exif-orientation.ts'

// The picture, its colours, its movement. Texts, times, EXIF and chunks of single programs are not among it.
const kept = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
)
const signatureLength = 8

/** A PNG without texts, times and EXIF and without what follows its end. Throws 415 for a damaged one. */
export function stripPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, signatureLength)]
  let orientation: number | null = null
  let at = signatureLength
  while (at < bytes.length) {
    if (at + 12 > bytes.length) throw damaged()
    const length = bytes.readUInt32BE(at)
    const next = at + 12 + length
    if (next > bytes.length) throw damaged()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') orientation ??= readOrientation(bytes.subarray(at + 8, at + 8 + length))
    if (kept.has(type)) parts.push(bytes.subarray(at, next))
    if (type === 'IEND') break
    at = next
  }
  // After the header, before the picture: where the format wants it.
  if (orientation !== null) parts.splice(2, 0, chunk('eXIf', writeOrientation(orientation)))
  return Buffer.concat(parts)
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
