import { describe, expect, it } from 'vitest'
import { decodeWindows1252 } from '../decode-text.ts'
import { csvCell, csvLine } from '#base/csv/write-csv.ts'
import { neutraliseCell, restoreCell } from '#base/csv/neutralise-cell.ts'
import { readRows } from '../../../../tests/support/read-rows.ts'

describe('reading delimited text', () => {
  it.each([
    ['comma', 'a,b\n1,2\n'],
    ['semicolon', 'a;b\n1;2\n'],
    ['tab', 'a\tb\n1\t2\n'],
    ['bar', 'a|b\n1|2\n'],
    ['sep line', 'sep=;\r\na;b\r\n1;2\r\n'],
  ])('finds the delimiter: %s', async (_, text) => {
    const table = await readRows(text, 'x.csv')
    expect(table.headers).toEqual(['a', 'b'])
    expect(table.rows).toEqual([['1', '2']])
  })

  it('counts the lines of the file, also across quoted line breaks and empty lines', async () => {
    const table = await readRows('a,b\n"x\ny",1\n\nz,2\n', 'x.csv')
    expect(table.rows).toEqual([
      ['x\ny', '1'],
      ['z', '2'],
    ])
    expect(table.lines).toEqual([2, 5])
  })

  it('looks past a title above the header', async () => {
    expect((await readRows('Price list 2026,,\n,,\ncode,name,price\nA,Beam,1\n', 'x.csv')).headers).toEqual([
      'code',
      'name',
      'price',
    ])
  })

  it('refuses a quote that is never closed', async () => {
    await expect(readRows('a,b\n"x,1\ny,2\n', 'x.csv')).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'row.2', message: expect.stringContaining('Row 2 opens a quotation mark') }],
    })
  })

  it.each([
    ['UTF-8 with mark', Buffer.from('\uFEFFname\nMörtel\n')],
    ['UTF-16 LE', Buffer.from('\uFEFFname\nMörtel\n', 'utf16le')],
    ['UTF-16 LE without mark', Buffer.from('name,more\nMörtel,x\n', 'utf16le')],
    ['Windows-1252', Buffer.from('name\nMörtel\n', 'latin1')],
  ])('reads %s', async (_, bytes) => {
    const table = await readRows(bytes, 'x.csv')
    expect(table.headers[0]).toBe('name')
    expect(table.rows[0]?.[0]).toBe('Mörtel')
  })

  it('reads the euro sign of Windows-1252', () => {
    expect(decodeWindows1252(Uint8Array.of(0x35, 0x20, 0x80))).toBe('5 €')
  })

  it('refuses what is no table', async () => {
    await expect(readRows('', 'x.csv')).rejects.toMatchObject({ code: 'invalid' })
    await expect(readRows(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'x.xls')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    })
    await expect(readRows('a,b\n1,\0\n', 'x.csv')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('reading a long file piece by piece', () => {
  // Pieces are 64 KB: every kind of boundary falls somewhere in these 3 MB.
  const cells = (index: number): string[] => [
    `A-${index}`,
    index % 7 === 0 ? `Mörtel "${index}",\r\nzweite Zeile; ${'ß€'.repeat(index % 40)}` : `Größe ${index}`,
    index % 3 === 0 ? '' : `${index},50`,
    'x'.repeat(index % 61),
  ]
  const quoted = (row: readonly string[]): string =>
    row.map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')
  const rows = Array.from({ length: 40_000 }, (_, index) => cells(index))

  it.each([
    ['\r\n', 'utf8'],
    ['\n', 'utf8'],
    ['\r\n', 'utf16le'],
  ] as const)('finds every row whole, lines ended by %j, as %s', async (newline, encoding) => {
    const text = `\uFEFFcode;name;price;rest${newline}${rows.map((row) => quoted(row)).join(newline)}${newline}`
    const table = await readRows(Buffer.from(text, encoding), 'x.csv')
    // A cell that begins like a formula would lose its quote; none of these does.
    expect(table.rows).toEqual(rows)
    expect(table.lines.at(-1)).toBe(2 + 39_999 + Math.ceil(39_999 / 7))
  })

  it('takes a late letter of Windows-1252 for what it is', async () => {
    const text = `name\n${'plain\n'.repeat(100_000)}M\u00F6rtel\n`
    const table = await readRows(Buffer.from(text, 'latin1'), 'x.csv')
    expect(table.rows.at(-1)).toEqual(['Mörtel'])
    expect(table.dialect).toEqual({ encoding: 'windows-1252', delimiter: ',' })
  })

  it('refuses a quote that is left open far down, without holding the rest of the file', async () => {
    const text = `a,b\n${'1,2\n'.repeat(50_000)}"open,${'3,4\n'.repeat(2_000_000)}`
    await expect(readRows(text, 'x.csv')).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'row.50002' }],
    })
  })
})

describe('[IM-01] cells a spreadsheet would run', () => {
  it.each(['=1+1', '+49 30 1234', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', "'=1", "''x"])(
    'neutralises and restores %j',
    (text) => {
      const written = neutraliseCell(text)
      expect(written.startsWith("'")).toBe(true)
      expect(restoreCell(written)).toBe(text)
    },
  )

  it.each(['Beam', "it's", "'quoted' word", '', ' =1'])('leaves %j alone', (text) => {
    expect(restoreCell(neutraliseCell(text))).toBe(text)
  })

  it('quotes every delimiter and keeps numbers as they are', () => {
    expect(
      csvLine([
        csvCell('x;=1+1', false),
        csvCell('-5', true),
        csvCell('say "hi"', false),
        csvCell(null, false),
      ]),
    ).toBe('"x;=1+1",-5,"say ""hi""",\r\n')
  })
})
