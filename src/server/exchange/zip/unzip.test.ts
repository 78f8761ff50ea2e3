import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { unzip } from './unzip.ts'
import { writeZip } from './write-zip.ts'

const all = (): boolean => true
const texts = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries([...unzip(bytes, all)].map(([name, content]) => [name, Buffer.from(content).toString()]))

describe('unzip', () => {
  it('reads files packed or as they are, with names in any script, also where sizes follow the bytes', async () => {
    const files = { 'a/b.txt': 'words '.repeat(1000), 'Grundriß 図.txt': 'plan', empty: '' }
    const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
    expect(texts(zipSync(packed))).toEqual(files)
    expect(texts(zipSync(packed, { level: 0 }))).toEqual(files)
    const pieces: Uint8Array[] = []
    const entries = (async function* () {
      for (const [name, text] of Object.entries(files))
        yield {
          name,
          bytes: (async function* () {
            yield Buffer.from(text)
          })(),
        }
    })()
    for await (const piece of writeZip(entries)) pieces.push(piece)
    expect(texts(Buffer.concat(pieces))).toEqual(files)
  })

  it('reads sizes and places that stand where large ones do', () => {
    const bytes = Buffer.from(
      zipSync({ a: [strToU8('words'), { extra: { 1: new Uint8Array(24) } }] }, { level: 0 }),
    )
    const entry = bytes.indexOf('PK\u0001\u0002', 0, 'latin1')
    const extra = entry + 46 + 1 + 4
    for (const [place, from, value] of [
      [0, 24, 5],
      [8, 20, 5],
      [16, 42, 0],
    ] as const) {
      bytes.writeBigUInt64LE(BigInt(value), extra + place)
      bytes.writeUInt32LE(0xffffffff, entry + from)
    }
    expect(texts(bytes)).toEqual({ a: 'words' })
  })

  it('unpacks nothing that nobody asked for, and nothing further than was said', () => {
    const bytes = Buffer.from(zipSync({ a: strToU8('x'.repeat(9000)), b: strToU8('y') }))
    expect([...unzip(bytes, ({ name }) => name === 'b').keys()]).toEqual(['b'])
    const real = Buffer.alloc(4)
    real.writeUInt32LE(9000)
    for (let at = bytes.indexOf(real); at !== -1; at = bytes.indexOf(real, at + 1))
      bytes.writeUInt32LE(10, at)
    expect(() => unzip(bytes, all)).toThrow('larger than 10 bytes')
  })

  it('refuses what is damaged or cut off', () => {
    const bytes = zipSync({ a: strToU8('words'.repeat(100)) })
    for (let length = 0; length < bytes.length; length += 7)
      expect(() => unzip(bytes.subarray(0, length), all)).toThrow()
  })
})
