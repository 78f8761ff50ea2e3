import { describe, expect, it } from 'vitest'
import { decodeText } from '../decode-text.ts'
import { readTable } from '../read-table.ts'
import { csvCell, csvLine } from './write-csv.ts'
import { neutraliseCell, restoreCell } from './neutralise-cell.ts'
import { readCsv } from './read-csv.ts'

describe('reading delimited text', () => {
  it.each([
    ['comma', 'a,b\n1,2\n'],
    ['semicolon', 'a;b\n1;2\n'],
    ['tab', 'a\tb\n1\t2\n'],
    ['bar', 'a|b\n1|2\n'],
    ['sep line', 'sep=;\r\na;b\r\n1;2\r\n'],
  ])('finds the delimiter: %s', (_, text) => {
    const table = readCsv(text, 'csv')
    expect(table.headers).toEqual(['a', 'b'])
    expect(table.rows).toEqual([['1', '2']])
  })

  it('counts the lines of the file, also across quoted line breaks and empty lines', () => {
    const table = readCsv('a,b\n"x\ny",1\n\nz,2\n', 'csv')
    expect(table.rows).toEqual([
      ['x\ny', '1'],
      ['z', '2'],
    ])
    expect(table.lines).toEqual([2, 5])
  })

  it('looks past a title above the header', () => {
    expect(readCsv('Price list 2026,,\n,,\ncode,name,price\nA,Beam,1\n', 'csv').headers).toEqual([
      'code',
      'name',
      'price',
    ])
  })

  it('refuses a quote that is never closed', () => {
    expect(() => readCsv('a,b\n"x,1\ny,2\n', 'csv')).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  it.each([
    ['UTF-8 with mark', Buffer.from('\uFEFFname\nMörtel\n')],
    ['UTF-16 LE', Buffer.from('\uFEFFname\nMörtel\n', 'utf16le')],
    ['UTF-16 LE without mark', Buffer.from('name,more\nMörtel,x\n', 'utf16le')],
    ['Windows-1252', Buffer.from('name\nMörtel\n', 'latin1')],
  ])('reads %s', (_, bytes) => {
    const table = readTable(bytes, 'x.csv')
    expect(table.headers[0]).toBe('name')
    expect(table.rows[0]?.[0]).toBe('Mörtel')
  })

  it('reads the euro sign of Windows-1252', () => {
    expect(decodeText(Uint8Array.of(0x35, 0x20, 0x80))).toBe('5 €')
  })

  it('refuses what is no table', () => {
    expect(() => readTable(new Uint8Array(), 'x.csv')).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(() => readTable(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'x.xls')).toThrow(
      expect.objectContaining({ code: 'unsupported_media_type' }),
    )
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
