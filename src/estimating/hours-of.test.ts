import { expect, it } from 'vitest'
import { plainText } from '#base/fraction.ts'
import { hoursOf } from './hours-of.ts'

it('reads hours of what is measured by the hour', () => {
  expect(
    [
      ['2.5', 'h'],
      ['30', 'min'],
      ['1', 'min'],
      ['3', '100 h'],
      // How long a working day is, nobody says; the others are no time at all.
      ['4', 'd'],
      ['4', 'm2'],
      ['4', '%'],
      ['4', ''],
    ].map(([quantity = '', unit = '']) => plainText(hoursOf(quantity, unit))),
  ).toEqual(['2.5', '0.5', '0.016666666667', '300', '0', '0', '0', '0'])
})
