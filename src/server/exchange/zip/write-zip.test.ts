import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeZip, type ZipEntry } from './write-zip.ts'

const text = (name: string, words: string, isPacked = false): ZipEntry => ({
  name,
  isPacked,
  bytes: (async function* () {
    yield Buffer.from(words)
  })(),
})
async function* list(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}
async function bytesOf(entries: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('an archive', () => {
  it('holds its files, packed or as they are, with names in any script', async () => {
    const files = unzipSync(
      await bytesOf(
        list(
          text('a/b.txt', 'words '.repeat(1000)),
          text('Grundriß 図.png', 'picture', true),
          text('empty', ''),
        ),
      ),
    )
    expect(Object.keys(files)).toEqual(['a/b.txt', 'Grundriß 図.png', 'empty'])
    expect(Buffer.from(files['a/b.txt'] ?? []).toString()).toBe('words '.repeat(1000))
    expect(Buffer.from(files['Grundriß 図.png'] ?? []).toString()).toBe('picture')
  })

  it('opens a file only when the one before it is through', async () => {
    const order: string[] = []
    const watched = (name: string): ZipEntry => ({
      name,
      bytes: (async function* () {
        order.push(`open ${name}`)
        yield Buffer.alloc(200_000, name)
        order.push(`through ${name}`)
      })(),
    })
    await bytesOf(list(watched('a'), watched('b')))
    expect(order).toEqual(['open a', 'through a', 'open b', 'through b'])
  })

  it('fails with what a file fails with, and lets go of the file when nobody reads on', async () => {
    const broken: ZipEntry = {
      name: 'broken',
      bytes: (async function* () {
        yield Buffer.from('half')
        throw new Error('the disk is gone')
      })(),
    }
    await expect(bytesOf(list(text('a', 'a'), broken, text('b', 'b')))).rejects.toThrow('the disk is gone')
    await expect(
      bytesOf(
        (async function* () {
          yield text('a', 'a')
          throw new Error('the list is gone')
        })(),
      ),
    ).rejects.toThrow('the list is gone')
    let closed = false
    const endless: ZipEntry = {
      name: 'endless',
      isPacked: true,
      bytes: (async function* () {
        try {
          for (;;) yield Buffer.alloc(65_536)
        } finally {
          closed = true
        }
      })(),
    }
    for await (const chunk of writeZip(list(endless))) if (chunk.byteLength > 1000) break
    await expect.poll(() => closed).toBe(true)
  })

  it.runIf(process.env['LONG'])(
    'holds more than 65,535 files',
    async () => {
      const many = 65_600
      const archive = await bytesOf(
        (async function* () {
          for (let at = 0; at < many; at += 1) yield text(`${at}.txt`, String(at), true)
        })(),
      )
      const files = unzipSync(archive)
      expect(Object.keys(files)).toHaveLength(many)
      expect(Buffer.from(files['65599.txt'] ?? []).toString()).toBe('65599')
    },
    600_000,
  )

  // Nothing is kept of it but its end, where the archive says what is in it.
  it.runIf(process.env['LONG'])(
    'holds a file of more than 4 GB, and one behind it',
    async () => {
      const piece = Buffer.alloc(8 * 1024 * 1024)
      const pieces = 513
      const large: ZipEntry = {
        name: 'large',
        isPacked: true,
        bytes: (async function* () {
          for (let at = 0; at < pieces; at += 1) yield piece
        })(),
      }
      let end = Buffer.alloc(0)
      for await (const chunk of writeZip(list(large, text('after', 'after', true))))
        end = Buffer.concat([end, chunk]).subarray(-1000)
      const size = BigInt(pieces * piece.length)
      const [first = -1, second = -1] = [0, 1].map((at) =>
        end.indexOf('PK\u0001\u0002', at === 0 ? 0 : end.indexOf('PK\u0001\u0002') + 4, 'latin1'),
      )
      expect(zip64Numbers(end, first).slice(0, 2)).toEqual([size, size])
      // The one behind it begins beyond 4 GB.
      expect(zip64Numbers(end, second).at(-1)).toBeGreaterThan(size)
    },
    600_000,
  )
})

/** The 64-bit numbers in the entry of the directory that begins at `at`: size, packed size, place. */
function zip64Numbers(bytes: Buffer, at: number): bigint[] {
  const start = at + 46 + bytes.readUInt16LE(at + 28)
  const extra = bytes.subarray(start, start + bytes.readUInt16LE(at + 30))
  for (let field = 0; field < extra.length; field += 4 + extra.readUInt16LE(field + 2))
    if (extra.readUInt16LE(field) === 1)
      return Array.from({ length: extra.readUInt16LE(field + 2) / 8 }, (_, index) =>
        extra.readBigUInt64LE(field + 4 + index * 8),
      )
  return []
}
