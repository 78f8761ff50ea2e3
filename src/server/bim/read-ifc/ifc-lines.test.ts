import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import { numberOf } from './ifc-lines.ts'

const real = (value: string) => numberOf({ type: 4, value })

it('keeps numbers exactly as the file has them, in plain notation', () => {
  expect(['250.', '0.', '-0.', '007.50', '1.2E-3', '-2.50E2', '+4', '.5'].map(real)).toEqual([
    '250',
    '0',
    '0',
    '7.5',
    '0.0012',
    '-250',
    '4',
    '0.5',
  ])
  expect(['', 'x', '1e9999', '1.2.3', '--1', 'NaN'].map(real)).toEqual([null, null, null, null, null, null])
})

it('agrees with exact arithmetic whatever is written', () => {
  const runs = process.env['LONG'] ? 20_000 : 300
  const written = fc
    .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^\d{0,15}$/))
    .map(([sign, whole, part]) => `${sign}${whole}.${part}`)
  fc.assert(
    fc.property(written, (text) => {
      expect(real(text)).toBe(decimalText(decimal(text.replace(/\.$/, ''))))
    }),
    { numRuns: runs },
  )
})
