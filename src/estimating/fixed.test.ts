import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import {
  addFixed,
  compareFixed,
  divideFixed,
  fixedText,
  multiplyFixed,
  parseFixed,
  percentOf,
  plainText,
  roundFixed,
  subtractFixed,
  type RoundingMode,
} from './fixed.ts'

// Mostly short ones, and on purpose many around fifteen digits and 2^53, where reading goes another way.
const digits = fc.oneof(
  fc.nat(99_999).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }).map(String),
  fc.bigInt({ min: -2000n, max: 2000n }).map((off) => String(2n ** 53n + off)),
  fc.constantFrom('5', '25', '125', '9007199254740991', '9007199254740992', '4503599627370496'),
)
const decimalArbitrary = fc.tuple(fc.boolean(), digits, fc.nat(18)).map(([negative, units, scale]) => {
  const padded = units.padStart(scale + 1, '0')
  const text = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
  return negative ? `-${text}` : text
})
const modes: Record<RoundingMode, 1 | 2> = { half_up: 1, half_even: 2 }
const modeArbitrary = fc.constantFrom<RoundingMode>('half_up', 'half_even')
const patience = process.env['LONG'] ? 600_000 : 20_000
const runs = { numRuns: process.env['LONG'] ? 200_000 : 3_000 }

describe('fixed point agrees with big.js', () => {
  it(
    'on sums, differences, products and order',
    () => {
      fc.assert(
        fc.property(decimalArbitrary, decimalArbitrary, (a, b) => {
          const [x, y, bigX, bigY] = [parseFixed(a), parseFixed(b), decimal(a), decimal(b)]
          expect(plainText(addFixed(x, y))).toBe(decimalText(bigX.plus(bigY)))
          expect(plainText(subtractFixed(x, y))).toBe(decimalText(bigX.minus(bigY)))
          expect(plainText(multiplyFixed(x, y))).toBe(decimalText(bigX.times(bigY)))
          expect(Math.sign(compareFixed(x, y))).toBe(bigX.cmp(bigY))
        }),
        runs,
      )
    },
    patience,
  )

  it(
    'on rounding both ways, and on percentages',
    () => {
      fc.assert(
        fc.property(decimalArbitrary, fc.nat(8), modeArbitrary, (a, places, mode) => {
          const rounded = decimal(a).round(places, modes[mode])
          expect(plainText(roundFixed(parseFixed(a), places, mode))).toBe(decimalText(rounded))
          expect(plainText(roundFixed(percentOf(parseFixed(a), parseFixed('12.5')), places, mode))).toBe(
            decimalText(decimal(a).times('0.125').round(places, modes[mode])),
          )
        }),
        runs,
      )
    },
    patience,
  )

  it(
    'on quotients',
    () => {
      fc.assert(
        fc.property(decimalArbitrary, decimalArbitrary, fc.nat(12), modeArbitrary, (a, b, places, mode) => {
          fc.pre(!decimal(b).eq(0))
          // big.js rounds quotients as its constructor says, so this one has its own.
          const Own = Big()
          Own.DP = places
          Own.RM = modes[mode]
          expect(plainText(divideFixed(parseFixed(a), parseFixed(b), places, mode))).toBe(
            decimalText(new Own(a).div(b)),
          )
        }),
        runs,
      )
    },
    patience,
  )

  it(
    'on every text it reads, and refuses the others',
    () => {
      fc.assert(
        fc.property(decimalArbitrary, (text) => {
          expect(fixedText(parseFixed(text))).toBe(
            decimal(text)
              .toFixed(parseFixed(text).scale)
              .replace(/^-(?=[0.]+$)/, ''),
          )
        }),
        runs,
      )
      for (const text of [
        '',
        '-',
        '.5',
        '5.',
        '-.5',
        '1,5',
        '1e3',
        ' 1',
        '+1',
        '1.2.3',
        '--1',
        '1234567890123456789x',
        'NaN',
      ])
        expect(() => parseFixed(text), text).toThrow('Some values are not valid.')
    },
    patience,
  )
})

describe('halves', () => {
  it.each([
    ['0.125', '0.13', '0.12'],
    ['0.135', '0.14', '0.14'],
    ['-0.125', '-0.13', '-0.12'],
    ['-0.005', '-0.01', '0.00'],
    ['7', '7.00', '7.00'],
  ])('%s is %s commercially and %s to the even digit', (text, up, even) => {
    expect(fixedText(roundFixed(parseFixed(text), 2, 'half_up'))).toBe(up)
    expect(fixedText(roundFixed(parseFixed(text), 2, 'half_even'))).toBe(even)
  })
})
