import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openXlsx } from './open-xlsx.ts'
import { readXlsx } from './read-xlsx.ts'
import type { Cell } from '../table.ts'
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

/** The same file by the streaming reader. */
async function streamed(bytes: Uint8Array, sheet?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-xlsx-'))
  try {
    const path = join(folder, 'x.xlsx')
    writeFileSync(path, bytes)
    const { head, portions } = await openXlsx(path, sheet)
    const table = { ...head, rows: [] as Cell[][], lines: [] as number[] }
    for await (const { rows, lines } of portions()) {
      table.rows.push(...rows)
      table.lines.push(...lines)
    }
    return table
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const filled = (rows: Cell[][]): Cell[][] =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1))

describe('large workbooks, row by row', () => {
  it('say the same as the library that reads them whole', async () => {
    const days = XLSX.utils.aoa_to_sheet(
      [
        ['Code', 'Day', 'Moment', 'Hours', 'Number', 'Yes', 'Odd', 'Sum'],
        [
          'A <&> "1"',
          new Date(Date.UTC(2024, 1, 29)),
          new Date(Date.UTC(2025, 0, 1, 10, 30)),
          1.5625,
          12.25,
          true,
          ' space ',
          3,
        ],
        ['=1+1', null, null, null, 1e21, false, 'line\nbreak\u0001', null],
        [],
        ['ß€', null, null, 0.25, -0.5, null, '_x000D_ literal', 7],
      ],
      { UTC: true } as never,
    )
    for (const address of ['D2', 'D5']) (days[address] as XLSX.CellObject).z = '[h]:mm'
    ;(days.H2 as XLSX.CellObject).f = '1+2'
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['only'], ['x']]), 'First & last')
    XLSX.utils.book_append_sheet(book, days, 'Days')
    for (const options of [{ bookSST: true }, { bookSST: false }, { compression: true }]) {
      const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', ...options }) as Uint8Array
      for (const sheet of [undefined, 'Days']) {
        const whole = readXlsx(bytes, sheet)
        const rows = await streamed(bytes, sheet)
        expect({ ...rows, rows: filled(rows.rows) }).toEqual({ ...whole, rows: filled(whole.rows) })
      }
      await expect(streamed(bytes, 'Nope')).rejects.toMatchObject({ code: 'invalid' })
    }
  })

  it('read what we wrote, thousands of rows in many pieces', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index): SheetCell[] => [
      { number: String(index) },
      { text: `Größe ${index} ${'<€>'.repeat(index % 50)}` },
    ])
    const table = await streamed(await workbook(['n', 'name'], rows))
    expect(table.rows).toHaveLength(30_000)
    expect(table.rows[29_999]).toEqual([29_999, `Größe 29999 ${'<€>'.repeat(49)}`])
    expect(table.lines.at(-1)).toBe(30_001)
  })

  it('[IM-04] refuse bombs, lies about sizes, entities and what is no workbook', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(40 * 1024 * 1024) })
    const entity = book({ 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook><sheets/></workbook>' })
    const lying = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook>'.repeat(2000)) }))
    const real = Buffer.alloc(4)
    real.writeUInt32LE(20_000)
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(10)
    for (let at = lying.indexOf(real); at !== -1; at = lying.indexOf(real, at + 1)) lie.copy(lying, at)
    for (const bytes of [bomb, entity, lying, book({ 'a.txt': 'x' }), Buffer.from('PK\u0003\u0004 nothing')])
      await expect(streamed(bytes)).rejects.toMatchObject({ code: 'invalid' })
  })
})

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
    const table = readXlsx(bytes)
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
    const table = readXlsx(await workbook(['n', 'name'], rows))
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
