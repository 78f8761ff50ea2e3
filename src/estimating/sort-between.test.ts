import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { sortBetween } from './sort-between.ts'
import { sortsBetween } from './sorts-between.ts'

const count = process.env['LONG'] ? 20_000 : 3_000

describe('sortBetween', () => {
  it.each([
    [null, null, 'a0'],
    ['a0', null, 'a1'],
    ['az', null, 'b00'],
    ['bzz', null, 'c000'],
    [null, 'a0', 'Zz'],
    [null, 'Z0', 'Yzz'],
    ['Zz', null, 'a0'],
    ['a0', 'a1', 'a0V'],
    ['a0', 'a0V', 'a0F'],
    ['a0', 'a01', 'a00V'],
    ['a0z', 'a1', 'a0zV'],
    [null, 'a0V', 'a0'],
  ])('between %s and %s is %s', (before, after, key) => {
    expect(sortBetween(before, after)).toBe(key)
  })

  it(`keeps the order through ${count} inserts anywhere`, () => {
    const random = randomFrom(7)
    const keys: string[] = []
    for (let insert = 0; insert < count; insert++) {
      // Often at the same place: that is where room runs out.
      const at = random() < 0.5 ? Math.floor(keys.length / 2) : Math.floor(random() * (keys.length + 1))
      keys.splice(at, 0, sortBetween(keys[at - 1] ?? null, keys[at] ?? null))
    }
    expect([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))).toEqual(keys)
    expect(new Set(keys).size).toBe(count)
  }, 120_000)

  it('stays short at both ends', () => {
    let [first, last] = ['a0', 'a0']
    for (let insert = 0; insert < 10_000; insert++) {
      const [before, after] = [sortBetween(null, first), sortBetween(last, null)]
      expect(before < first && after > last).toBe(true)
      ;[first, last] = [before, after]
    }
    expect([first.length, last.length]).toEqual([4, 4])
  })

  it('refuses neighbours in the wrong order and text that is no key', () => {
    expect(() => sortBetween('a1', 'a0')).toThrow('a1 comes before a0')
    expect(() => sortBetween('b0', null)).toThrow('b0 is no sort key')
    expect(() => sortBetween('a-1', null)).toThrow('no sort key')
  })
})

describe('sortsBetween', () => {
  it.each([
    ['a0', 'a1', 5000],
    ['a0', 'a0V', 700],
    ['a0', 'c000', 700],
    [null, 'a0', 5000],
    [null, 'a00V', 700],
    ['a5', null, 5000],
    [null, null, 3],
    ['a0', 'a1', 1],
    ['a0', 'a1', 0],
  ])('gives short keys between %s and %s, %i of them', (before, after, count) => {
    const sorts = sortsBetween(before, after, count)
    expect(sorts).toHaveLength(count)
    const all = [before, ...sorts, after].filter((key) => key !== null)
    expect([...new Set(all)].sort((a, b) => (a < b ? -1 : 1))).toEqual(all)
    expect(Math.max(0, ...sorts.map((key) => key.length))).toBeLessThanOrEqual(12)
  })
})
