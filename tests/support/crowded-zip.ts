import { deflateRawSync } from 'node:zlib'

/**
 * A small archive whose files, as many as there are names, all share the same packed zeros, 128 MB of them; its directory
 * says of each that it is `said` bytes large.
 */
export function crowdedZip(names: readonly string[], said: number): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(Buffer.alloc(128 * 1024 * 1024))
  const sizes = (start: Buffer, at: number): void => {
    start.writeUInt32LE(packed.length, at)
    start.writeUInt32LE(said, at + 4)
  }
  const first = Buffer.from(names[0] ?? '')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  sizes(local, 18)
  local.writeUInt16LE(first.length, 26)
  const directory = Buffer.concat(
    names.flatMap((name) => {
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(8, 10)
      sizes(entry, 20)
      entry.writeUInt16LE(Buffer.byteLength(name), 28)
      return [entry, Buffer.from(name)]
    }),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + first.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, first, packed, directory, end]))
}
