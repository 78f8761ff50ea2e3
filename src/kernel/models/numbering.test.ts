import { describe, expect, it } from 'vitest'
import { numberSeries, readNumbering } from './numbering.ts'

describe('numbers of a series', () => {
  it.each([
    ['EST-{yyyy}-{0000}', 'EST-2026-{0}', 'EST-2026-0007'],
    ['{yy}{mm}{dd}/{0}', '260301/{0}', '260301/7'],
    ['{00}A', '{0}A', '07A'],
  ])('%s', (pattern, series, seventh) => {
    const found = numberSeries(pattern, '2026-03-01')
    expect([found.series, found.write(7)]).toEqual([series, seventh])
  })
  it('go on beyond their digits', () =>
    expect(numberSeries('{000}', '2026-03-01').write(12_345)).toBe('12345'))
  it('of one look share a counter, however many zeros they are written with', () => {
    expect(numberSeries('A{yyyy}-{000}', '2026-03-01').series).toBe(
      numberSeries('A2026-{0}', '2027-01-01').series,
    )
  })
  it.each(['EST', '{0}{0}', '{yyyy', '{week}-{0}', '0000'])('refuses %s in words', (pattern) => {
    expect(readNumbering(pattern)).toHaveProperty('problem')
  })
})
