import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from './format.ts'
import { editableDecimal } from './decimal-marks.ts'
import { parseDecimal } from './parse-decimal.ts'

it.each([
  ['de', '1.234,50', '1234.50'],
  ['de', '1.234', '1234'],
  ['de', '1,5', '1.5'],
  ['de', '1,234.50', '1234.50'],
  ['en', '1,234.50', '1234.50'],
  ['en', '1,234', '1234'],
  ['en', '1.5', '1.5'],
  ['en', '1.234,50', '1234.50'],
  ['en', '  +12 ', '12'],
  ['en', '.5', '0.5'],
  ['en', '5.', '5'],
  ['en', '−3', '-3'],
  ['en', '007', '7'],
  ['en-IN', '12,34,567.5', '1234567.5'],
  ['de-CH', '1’234.50', '1234.50'],
  ['fr', '1 234,5', '1234.5'],
])('in %s %s is %s', (locale, text, expected) => {
  expect(parseDecimal(text, locale)).toBe(expected)
})

it.each([
  ['en', '1,23'],
  ['en', '1.2.3'],
  ['en', '1,234,56'],
  ['de', '1.2'],
  ['de', '1,2,3'],
  ['en', '12a'],
  ['en', '1e5'],
  ['en', ''],
  ['en', '-'],
  ['en', '9'.repeat(40)],
])('in %s %j is no number', (locale, text) => {
  expect(parseDecimal(text, locale)).toBeNull()
})

it('reads back what is shown, in every locale', () => {
  const value = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 999 }))
    .map(
      ([minus, whole, part]) =>
        `${minus ? '-' : ''}${whole}${part ? `.${String(part).padStart(3, '0').replace(/0+$/, '')}` : ''}`,
    )
  fc.assert(
    fc.property(value, fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'sv'), (text, locale) => {
      expect(parseDecimal(formatDecimal(text, { locale }), locale)).toBe(text)
      expect(parseDecimal(editableDecimal(text, locale), locale)).toBe(text)
    }),
  )
})
