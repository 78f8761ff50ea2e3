import { inflateRawSync } from 'node:zlib'

/** A file of an archive, by what the archive's directory says of it. */
export interface PackedFile {
  name: string
  /** Bytes in the archive. */
  packed: number
  /** Bytes when it is unpacked. */
  unpacked: number
}

interface Entry extends PackedFile {
  method: number
  offset: number
}

const damaged = (): Error => new Error('The archive is damaged.')

/**
 * The files of an archive that `wanted` asks for, by their names; of two with one name the last. A file is never unpacked
 * further than the directory says: whoever sums up `unpacked` has bounded the memory and the time, also where the directory
 * lies or many of its entries share the same bytes. Throws for what is no archive and for a file that is larger than said.
 */
export function unzip(
  bytes: Uint8Array,
  wanted: (file: PackedFile) => boolean,
): Map<string, Uint8Array<ArrayBuffer>> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of entriesOf(archive)) if (wanted(entry)) found.set(entry.name, unpack(archive, entry))
  return found
}

function unpack(archive: Buffer, { method, packed, unpacked, offset }: Entry): Uint8Array<ArrayBuffer> {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== 0x04034b50) throw damaged()
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  if (start + packed > archive.length) throw damaged()
  const content = archive.subarray(start, start + packed)
  if (unpacked === 0) return new Uint8Array()
  const whole = method === 8 ? inflateRawSync(content, { maxOutputLength: unpacked }) : content
  if ((method !== 0 && method !== 8) || whole.length !== unpacked) throw damaged()
  return new Uint8Array(whole)
}

/** Read one after the other: who asks may stop at too many. */
function* entriesOf(archive: Buffer): Generator<Entry> {
  const { count, start } = directoryOf(archive)
  for (let at = start, left = count; left > 0; left--) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const name = at + 46
    const extra = name + archive.readUInt16LE(at + 28)
    const end = extra + archive.readUInt16LE(at + 30)
    if (end > archive.length) throw damaged()
    // Bit 11: the name is UTF-8.
    const letters = (archive.readUInt16LE(at + 8) & 0x800) === 0 ? 'latin1' : 'utf8'
    const large = zip64Numbers(archive.subarray(extra, end))
    const number = (place: number): number => {
      const plain = archive.readUInt32LE(place)
      return plain === 0xffffffff ? (large.next().value ?? plain) : plain
    }
    // In the order in which the large numbers stand.
    const [unpacked, packed, offset] = [number(at + 24), number(at + 20), number(at + 42)]
    const method = archive.readUInt16LE(at + 10)
    yield { name: archive.toString(letters, name, extra), method, packed, unpacked, offset }
    at = end + archive.readUInt16LE(at + 32)
  }
}

function directoryOf(archive: Buffer): { count: number; start: number } {
  // Behind the end stands a comment of at most 65,535 bytes.
  const tail = Math.max(0, archive.length - 65_557)
  const found = archive.subarray(tail).lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const end = tail + found
  if (found < 0 || end + 22 > archive.length) throw damaged()
  const plain = { count: archive.readUInt16LE(end + 10), start: archive.readUInt32LE(end + 16) }
  if (plain.count !== 0xffff && plain.start !== 0xffffffff) return plain
  if (end < 20 || archive.readUInt32LE(end - 20) !== 0x07064b50) return plain
  const large = Number(archive.readBigUInt64LE(end - 12))
  if (large + 56 > archive.length || archive.readUInt32LE(large) !== 0x06064b50) throw damaged()
  return {
    count: Number(archive.readBigUInt64LE(large + 32)),
    start: Number(archive.readBigUInt64LE(large + 48)),
  }
}

/** What stands instead of numbers that four bytes are too few for. */
function* zip64Numbers(extra: Buffer): Generator<number> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const end = Math.min(at + 4 + extra.readUInt16LE(at + 2), extra.length)
    for (let place = at + 4; place + 8 <= end; place += 8) yield Number(extra.readBigUInt64LE(place))
    return
  }
}
