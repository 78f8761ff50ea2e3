import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '#base/decimal.ts'
import { fixedText, isZero, parseFixed, plainText, sumFixed, type Fixed } from './fixed.ts'
import { splitAmount } from './split-amount.ts'

const split = (amount: string, ...parts: string[]): string[] =>
  splitAmount(parseFixed(amount), parts.map(parseFixed)).map(fixedText)

describe('splitAmount', () => {
  it('gives what is left to the largest remainders, the earlier first of two', () => {
    expect(split('100.00', '1', '1', '1')).toEqual(['33.34', '33.33', '33.33'])
    expect(split('0.02', '0.5', '0.25', '0.25')).toEqual(['0.01', '0.01', '0.00'])
    expect(split('10.00', '0', '3', '4.5')).toEqual(['0.00', '4.00', '6.00'])
  })

  it('splits a negative amount as its mirror image', () => {
    expect(split('-100.00', '1', '1', '1')).toEqual(['-33.34', '-33.33', '-33.33'])
    expect(split('-100.00', '-1', '-1', '-1')).toEqual(['-33.34', '-33.33', '-33.33'])
  })

  it('keeps a credit a credit, whatever is left of the sum', () => {
    expect(split('80.00', '100', '-20')).toEqual(['100.00', '-20.00'])
    expect(split('0.03', '100.01', '-100')).toEqual(['100.02', '-99.99'])
    expect(split('0.00', '5', '-5')).toEqual(['5.00', '-5.00'])
  })

  it('gives all to the last where there is nothing to go by', () => {
    expect(split('1.00', '0', '0')).toEqual(['0.00', '1.00'])
  })

  const money = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((units) => parseFixed(`${units}.00`))
  const part = fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(6))
    .map(([units, scale]): Fixed => ({ units, scale }))
  const weight = part.map(({ units, scale }): Fixed => ({ units: units < 0 ? -units : units, scale }))
  const patience = process.env['LONG'] ? 600_000 : 20_000
  const runs = { numRuns: process.env['LONG'] ? 50_000 : 2_000 }

  it(
    'always adds up',
    () => {
      fc.assert(
        fc.property(money, fc.array(part, { minLength: 1, maxLength: 12 }), (amount, parts) => {
          expect(plainText(sumFixed(splitAmount(amount, parts)))).toBe(plainText(amount))
        }),
        runs,
      )
    },
    patience,
  )

  it(
    'gives no weight more than a unit away from its share, and none to no weight',
    () => {
      fc.assert(
        fc.property(money, fc.array(weight, { minLength: 1, maxLength: 12 }), (amount, parts) => {
          const total = decimal(plainText(sumFixed(parts)))
          fc.pre(total.gt(0))
          splitAmount(amount, parts).forEach((share, at) => {
            const exact = decimal(plainText(amount)).times(plainText(parts[at]!)).div(total)
            expect(exact.minus(fixedText(share)).abs().lt('0.01')).toBe(true)
            if (isZero(parts[at]!)) expect(isZero(share)).toBe(true)
          })
        }),
        runs,
      )
    },
    patience,
  )
})
