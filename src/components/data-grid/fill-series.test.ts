import { describe, expect, it } from 'vitest'
import type { GridColumn } from './grid-columns.ts'
import { seriesOf } from './fill-series.ts'

const column = (type: string): GridColumn => ({ field: { type } }) as GridColumn

/** What follows the values, and what comes before them. */
const on = (type: string, values: unknown[], wanted = false): unknown[] | null => {
  const series = seriesOf(values, column(type), wanted)
  return series && [series(-1), ...[0, 1, 2].map((at) => series(values.length + at))]
}

describe('a series goes on as in a spreadsheet', () => {
  it('numbers by an even step, exactly; one alone is copied unless a series is wanted', () => {
    expect(on('decimal', ['1', '2'])).toEqual(['0', '3', '4', '5'])
    expect(on('money', ['0.10', '0.30'])).toEqual(['-0.1', '0.5', '0.7', '0.9'])
    expect(on('integer', [10, 20, 30])).toEqual([0, 40, 50, 60])
    expect(on('decimal', ['123456789012345678.1', '123456789012345678.2'])?.[1]).toBe('123456789012345678.3')
    expect(on('decimal', ['1', '2', '4'])).toBeNull()
    expect(on('decimal', ['1', null])).toBeNull()
    expect(on('decimal', ['5'])).toBeNull()
    expect(on('decimal', ['5'], true)).toEqual(['4', '6', '7', '8'])
  })

  it('days by days, weeks and months, ends of months too', () => {
    expect(on('date', ['2026-02-27'])).toEqual(['2026-02-26', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(on('date', ['2026-03-02', '2026-03-09'])?.slice(1, 3)).toEqual(['2026-03-16', '2026-03-23'])
    expect(on('date', ['2026-01-15', '2026-02-15'])).toEqual([
      '2025-12-15',
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ])
    expect(on('date', ['2026-02-28', '2026-03-31'])?.slice(1)).toEqual([
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ])
    expect(on('date', ['2026-01-01', '2026-01-02', '2026-01-04'])).toBeNull()
    expect(on('date', [null])).toBeNull()
  })

  it('codes with their zeros, and none below nothing', () => {
    expect(on('text', ['EST-001'])).toEqual(['EST-000', 'EST-002', 'EST-003', 'EST-004'])
    expect(on('text', ['EST-998', 'EST-999'])?.slice(1)).toEqual(['EST-1000', 'EST-1001', 'EST-1002'])
    expect(on('text', ['01.02.0010', '01.02.0020'])?.slice(1)).toEqual([
      '01.02.0030',
      '01.02.0040',
      '01.02.0050',
    ])
    expect(on('text', ['Room 0 east', 'Room 1 east'])).toEqual([
      undefined,
      'Room 2 east',
      'Room 3 east',
      'Room 4 east',
    ])
  })

  it('what only ends in a number is copied: units, kinds of concrete, words', () => {
    for (const text of ['m2', 'C30/37', 'KS 17,5', '100', 'Bonn', 'A1'])
      expect(on('text', [text]), text).toBeNull()
    expect(on('text', ['A1', 'A2'])?.[1]).toBe('A3')
    expect(on('text', ['A1', 'B2'])).toBeNull()
    expect(on('select', ['P-1'])).toBeNull()
    expect(seriesOf(['2*12'], { ...column('text'), formula: { model: 'variables' } })).toBeNull()
  })
})
