import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTable } from '../read-table.ts'
import { openArchive } from './open-archive.ts'
import { writeXlsx, type SheetCell } from './write-xlsx.ts'

async function workbook(headers: string[], rows: SheetCell[][]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const source = (async function* () {
    yield* rows
  })()
  for await (const chunk of writeXlsx('Sheet & 1', headers, source)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const book = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

describe('workbooks', () => {
  it('reads back what it wrote: text stays text, numbers exact, days without a zone', async () => {
    const rows: SheetCell[][] = [
      [{ text: '=HYPERLINK("x")' }, { number: '12.345' }, { date: '2024-02-29' }, { boolean: true }, null],
      [
        { text: 'a <b> & "c"\n\u0001' },
        { number: '12345678901234567890.12' },
        { date: '1899-01-01' },
        { boolean: false },
        { text: '0012' },
      ],
    ]
    const bytes = await workbook(['Name', 'Price', 'Day', 'Done', 'Code'], rows)
    const table = readTable(bytes)
    expect(table.headers).toEqual(['Name', 'Price', 'Day', 'Done', 'Code'])
    expect(table.sheets).toEqual(['Sheet & 1'])
    expect(table.rows[0]).toEqual(['=HYPERLINK("x")', 12.345, '2024-02-29', true])
    expect(table.rows[1]).toEqual(['a <b> & "c"\n', '12345678901234567890.12', '1899-01-01', false, '0012'])
    expect(table.lines).toEqual([2, 3])
    expect(Buffer.from(bytes).includes('<f>')).toBe(false)
  })

  it('writes thousands of rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index): SheetCell[] => [
      { number: String(index) },
      { text: `Item ${index}` },
    ])
    const table = readTable(await workbook(['n', 'name'], rows))
    expect(table.rows).toHaveLength(20_000)
    expect(table.rows[19_999]).toEqual([19_999, 'Item 19999'])
  })

  it('[IM-04] refuses an archive that unpacks to far more than its size', () => {
    const bomb = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': new Uint8Array(40 * 1024 * 1024),
    })
    expect(bomb.length).toBeLessThan(100_000)
    expect(() => openArchive(bomb)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  it('[IM-04] does not unpack more than an archive declares', () => {
    const bytes = Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8('<workbook/>'),
        'xl/sharedStrings.xml': new Uint8Array(30 * 1024 * 1024),
      }),
    )
    // The declared sizes of the large part become 10 bytes, in the local header and in the directory.
    const real = Buffer.alloc(4)
    real.writeUInt32LE(30 * 1024 * 1024)
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(10)
    for (let at = bytes.indexOf(real); at !== -1; at = bytes.indexOf(real, at + 1)) lie.copy(bytes, at)
    const before = process.memoryUsage().arrayBuffers
    try {
      expect(openArchive(bytes).length).toBeLessThan(10_000)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid' })
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * 1024 * 1024)
  })

  it('[IM-04] refuses entities and too many parts, leaves foreign parts closed', () => {
    const entity = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>'
    expect(() => openArchive(book({ 'xl/workbook.xml': entity }))).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`xl/media/${index}.png`, 'x']),
    )
    expect(() => openArchive(book({ 'xl/workbook.xml': '<workbook/>', ...many }))).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
    const clean = openArchive(
      book({ 'xl/workbook.xml': '<workbook/>', '../../evil.xml': 'x', 'xl/vbaProject.bin': 'macro' }),
    )
    expect(Buffer.from(clean).includes('evil')).toBe(false)
    expect(Buffer.from(clean).includes('vbaProject')).toBe(false)
    expect(() => openArchive(deflateSync('no archive'))).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})
