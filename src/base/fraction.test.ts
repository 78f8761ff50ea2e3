import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareFractions,
  fixedText,
  fraction,
  minus,
  over,
  plainText,
  plus,
  times,
  wholeOf,
  type Fraction,
} from './fraction.ts'

const text = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => new Big(digits.toString()).times(new Big(10).pow(-places)).toFixed())

const runs = { numRuns: process.env['LONG'] ? 100_000 : 1000 }

describe('fractions', { timeout: 300_000 }, () => {
  it('round as big.js does, halves away from zero and to even', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 8 }), (value, digits) => {
        const unsigned = (written: string): string => written.replace(/^-(?=[0.]+$)/, '')
        const big = new Big(value)
        expect(fixedText(fraction(value), { digits, mode: 'half_up' })).toBe(unsigned(big.toFixed(digits, 1)))
        expect(fixedText(fraction(value), { digits, mode: 'half_even' })).toBe(
          unsigned(big.toFixed(digits, 2)),
        )
      }),
      runs,
    )
  })

  it('add, subtract and multiply as big.js does', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [fraction(a), fraction(b)]
        const same = (mine: Fraction, theirs: Big): void =>
          expect(compareFractions(mine, fraction(theirs.toFixed()))).toBe(0)
        same(plus(x, y), new Big(a).plus(b))
        same(minus(x, y), new Big(a).minus(b))
        same(times(x, y), new Big(a).times(b))
        expect(compareFractions(x, y)).toBe(new Big(a).cmp(b))
      }),
      runs,
    )
  })

  it('give back what was divided, however often', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(
          text.filter((one) => Number(one) !== 0),
          { maxLength: 30 },
        ),
        (a, divisors) => {
          let value = fraction(a)
          for (const divisor of divisors) value = over(value, fraction(divisor))
          for (const divisor of divisors) value = times(value, fraction(divisor))
          expect(compareFractions(value, fraction(a))).toBe(0)
        },
      ),
      runs,
    )
  })

  it.each([
    ['0.5', '0', '1', '1'],
    ['-0.5', '-1', '0', '-1'],
    ['2.5', '2', '3', '3'],
    ['-2.4', '-3', '-2', '-2'],
    ['7', '7', '7', '7'],
  ])('the whole numbers around %s', (value, floor, ceil, round) => {
    const whole = (towards: 'floor' | 'ceil' | 'round'): string =>
      plainText(wholeOf(fraction(value), towards))
    expect([whole('floor'), whole('ceil'), whole('round')]).toEqual([floor, ceil, round])
  })

  it('write zero without a sign and no needless zeros', () => {
    expect(fixedText(fraction('-0.001'), { digits: 2, mode: 'half_up' })).toBe('0.00')
    expect(plainText(fraction('-1.500'))).toBe('-1.5')
    expect(plainText(fraction('100'))).toBe('100')
    expect(() => over(fraction('1'), fraction('0'))).toThrow('division by zero')
  })
})
