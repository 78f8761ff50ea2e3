import { damaged } from './damaged-picture.ts'

interface Box {
  type: string
  /** Where its content begins and ends. */
  from: number
  to: number
}

function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    if (at + head > to) throw damaged()
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < head || at + size > to) throw damaged()
    yield { type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size }
    at += size
  }
}

const find = (bytes: Buffer, from: number, to: number, type: string): Box | undefined =>
  [...boxes(bytes, from, to)].find((box) => box.type === type)

/** Numbers of the items that hold EXIF or XMP. */
function writtenItems(bytes: Buffer, { from, to }: Box): Set<number> {
  const start = from + (bytes[from] === 0 ? 6 : 8)
  const found = new Set<number>()
  for (const { type, from: at } of boxes(bytes, start, to)) {
    const version = bytes[at] ?? 0
    if (type !== 'infe' || version < 2) continue
    const wide = version >= 3 ? 2 : 0
    const kind = bytes.toString('latin1', at + 8 + wide, at + 12 + wide)
    if (kind === 'Exif' || kind === 'mime')
      found.add(wide ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4))
  }
  return found
}

/**
 * A HEIC or AVIF picture whose EXIF and XMP are overwritten with zeros: all else stands at a place that other parts
 * name. Which way up it stands is a property of its own and stays. Throws 415 for a damaged one.
 */
export function blankHeif(given: Buffer): Buffer {
  const bytes = Buffer.from(given)
  const meta = find(bytes, 0, bytes.length, 'meta')
  if (!meta) return bytes
  const inside = [meta.from + 4, meta.to] as const
  const [items, places, data] = ['iinf', 'iloc', 'idat'].map((type) => find(bytes, ...inside, type))
  if (!items || !places) return bytes
  const wanted = writtenItems(bytes, items)
  for (const { item, from, length, inData } of extents(bytes, places)) {
    if (!wanted.has(item)) continue
    const at = inData ? (data?.from ?? 0) + from : from
    if (at + length > bytes.length) throw damaged()
    bytes.fill(0, at, at + length)
  }
  return bytes
}

interface Extent {
  item: number
  from: number
  length: number
  /** Counted from the picture's own data box instead of the file's beginning. */
  inData: boolean
}

function* extents(bytes: Buffer, { from, to }: Box): Generator<Extent> {
  let at = from + 4
  const number = (size: number): number => {
    if (at + size > to) throw damaged()
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size)
    at += size
    return value
  }
  const version = bytes[from] ?? 0
  const sizes = number(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  const count = number(version < 2 ? 2 : 4)
  for (let item = 0; item < count; item++) {
    const id = number(version < 2 ? 2 : 4)
    const inData = version > 0 && (number(2) & 15) === 1
    number(2)
    const base = number(baseSize)
    for (let extent = number(2); extent > 0; extent--) {
      number(indexSize)
      const offset = number(offsetSize)
      yield { item: id, from: base + offset, length: number(lengthSize), inData }
    }
  }
}
