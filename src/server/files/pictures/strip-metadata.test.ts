import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { writeOrientation } from './exif-orientation.ts'
import { stripMetadata } from './strip-metadata.ts'

const photo = readFileSync('fixtures/demo/photos/pipe.jpg')
const secret = 'GPS 48.1374 N 11.5755 E'
/** EXIF as a telephone writes it: which way up, and much more that nobody asked for. */
const exif = Buffer.concat([writeOrientation(6), Buffer.from(secret)])
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
const jpeg = Buffer.concat([
  photo.subarray(0, 2),
  segment(0xe1, Buffer.concat([latin('Exif\0\0'), exif])),
  segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${secret}`)),
  segment(0xe2, latin(`MPF\0${secret}`)),
  segment(0xe2, latin('ICC_PROFILE\0\x01\x01colours')),
  segment(0xed, latin(`Photoshop 3.0\0${secret}`)),
  segment(0xfe, latin(secret)),
  photo.subarray(2),
  latin(`a film behind the picture, ${secret}`),
])

const pngChunk = (type: string, content: Buffer): Buffer => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(Buffer.concat([latin(type), content])))
  return Buffer.concat([length, latin(type), content, sum])
}
const pngOf = (...between: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    ...between,
    pngChunk('IDAT', Buffer.from('789c63606060000000040001', 'hex')),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
const png = Buffer.concat([
  pngOf(
    pngChunk('tEXt', latin(`Comment\0${secret}`)),
    pngChunk('iTXt', latin(`XML:com.adobe.xmp\0${secret}`)),
    pngChunk('eXIf', exif),
  ),
  latin(secret),
])

const webpChunk = (type: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([latin(type), length, content, Buffer.alloc(content.length % 2)])
}
const webpOf = (...chunks: Buffer[]): Buffer => {
  const body = Buffer.concat(chunks)
  const head = latin('RIFF\0\0\0\0WEBP')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
const webp = Buffer.concat([
  webpOf(
    webpChunk('VP8X', Buffer.from('0c000000000000000000', 'hex')),
    webpChunk('VP8 ', latin('picture')),
    webpChunk('EXIF', exif),
    webpChunk('XMP ', latin(secret)),
  ),
  latin(secret),
])

const box = (type: string, ...content: Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(inside.length + 8)
  return Buffer.concat([size, latin(type), inside])
}
const heif = (() => {
  const type = box('ftyp', latin('heic\0\0\0\0'))
  const infe = (item: number, kind: string): Buffer =>
    box('infe', Buffer.from([2, 0, 0, 0, 0, item, 0, 0]), latin(kind), latin('\0'))
  const items = box('iinf', Buffer.from([0, 0, 0, 0, 0, 2]), infe(1, 'hvc1'), infe(2, 'Exif'))
  const place = (item: number, at: number, length: number): Buffer =>
    Buffer.from([0, item, 0, 0, 0, 1, 0, 0, at >> 8, at & 255, 0, 0, 0, length])
  const sized = (at: number): Buffer =>
    box(
      'meta',
      Buffer.alloc(4),
      items,
      box('iloc', Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 2]), place(1, at, 7), place(2, at + 7, exif.length)),
    )
  const at = type.length + sized(0).length + 8
  return Buffer.concat([type, sized(at), box('mdat', latin('picture'), exif)])
})()

describe('[ST-16] what a camera wrote beside a picture', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
    ['image/heic', heif],
  ])('is not in a kept %s', (type, bytes) => {
    expect(bytes.includes(secret)).toBe(true)
    const kept = stripMetadata(type, bytes)
    expect(kept.includes(secret)).toBe(false)
    expect(kept.includes('GPS')).toBe(false)
    expect(stripMetadata(type, kept)).toEqual(kept)
  })

  it('leaves the picture and its colours as they were', () => {
    const kept = stripMetadata('image/jpeg', jpeg)
    expect(kept.includes('ICC_PROFILE')).toBe(true)
    const table = Buffer.from([0xff, 0xdb])
    expect(kept.subarray(kept.indexOf(table))).toEqual(photo.subarray(photo.indexOf(table)))
    expect(stripMetadata('image/png', pngOf())).toEqual(pngOf())
    expect(stripMetadata('image/heic', heif).includes('picture')).toBe(true)
    expect(stripMetadata('image/heic', heif)).toHaveLength(heif.length)
  })

  it('keeps which way up it stands', () => {
    const way = writeOrientation(6)
    for (const [type, bytes] of [
      ['image/jpeg', jpeg],
      ['image/png', png],
      ['image/webp', webp],
    ] as const)
      expect(stripMetadata(type, bytes).includes(way), type).toBe(true)
    const upright = Buffer.concat([photo.subarray(0, 2), segment(0xe1, latin('Exif\0\0')), photo.subarray(2)])
    expect(stripMetadata('image/jpeg', upright).includes('Exif')).toBe(false)
    const [flags] = stripMetadata('image/webp', webp).subarray(20)
    expect(flags).toBe(0x08)
  })

  it('a damaged picture is refused, never kept as it is and never a failure of ours', () => {
    const whole = [
      ['image/jpeg', jpeg],
      ['image/png', png],
      ['image/webp', webp],
      ['image/heic', heif],
    ] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(600),
        ([type, bytes], changes, length) => {
          const broken = Buffer.from(bytes.subarray(0, Math.max(12, length)))
          for (const [at, value] of changes) if (at >= 12 && at < broken.length) broken[at] = value
          try {
            stripMetadata(type, broken)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('files of other types come back as they are', () => {
    const text = latin(secret)
    expect(stripMetadata('application/pdf', text)).toBe(text)
  })
})
