import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitUnits } from './split-amount.ts'
import { splitShort } from './split-short.ts'

describe('splitShort', () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 1e9 }),
    fc.nat(2000),
    fc.nat(100).map((n) => n * 1000),
  )
  const part = fc.oneof(
    fc.integer({ min: 0, max: 1e14 }),
    fc.nat(1e9),
    fc.nat(12),
    fc.nat(50).map((n) => n * 10 ** 9 + 1),
    fc.constant(0),
  )
  const parts = fc
    .array(part, { minLength: 2, maxLength: 5 })
    .filter((list) => list.filter((each) => each > 0).length > 1)

  it('answers as the split of large integers does, or not at all', () => {
    let answered = 0
    fc.assert(
      fc.property(amount, parts, (whole, weights) => {
        const short = splitShort(whole, weights)
        if (!short) return
        answered++
        expect(short.map(BigInt)).toEqual(splitUnits(BigInt(whole), weights.map(BigInt), 0))
      }),
      { numRuns: process.env['LONG'] ? 1_000_000 : 20_000 },
    )
    expect(answered).toBeGreaterThan(5_000)
  }, 300_000)

  it.each([
    ['whole shares', 1000, [2, 3]],
    ['equal remainders', 100, [1, 1, 1]],
    ['remainders that nearly are', 100, [1_000_000_000_001, 1_000_000_000_000, 1_000_000_000_000]],
    ['an amount too large for the margin', 2e9, [1, 2, 4]],
  ])('leaves %s to the exact split', (_, whole, weights) => {
    expect(splitShort(whole, weights)).toBe(null)
  })
})
