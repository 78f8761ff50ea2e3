import { expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import { lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { resourceTypes } from './estimate-document.ts'
import { fixedText, plainText } from './fixed.ts'
import { rollUpLine } from './roll-up-line.ts'
import { roundingPresets } from './rounding-policy.ts'

it('[E-13] what a line costs is exact, for numbers that are safe integers and for those that are not', () => {
  const random = randomFrom(7)
  // Of 1 to 17 digits, so that products stand on both sides of 2^53.
  const number = (): string => {
    const digits = Array.from({ length: 1 + Math.floor(random() * 17) }, () => Math.floor(random() * 10))
    const whole = digits.slice(0, 1 + Math.floor(random() * digits.length)).join('')
    const rest = digits.slice(whole.length).join('')
    return `${random() < 0.2 ? '-' : ''}${whole}${rest && `.${rest}`}`
  }
  for (let time = 0; time < 2000; time++) {
    const resources = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at) =>
      resourceOf(resourceTypes[(at + time) % resourceTypes.length] ?? 'other', number(), number()),
    )
    const rolled = rollUpLine(lineOf('line', { quantity: '3', resources }), roundingPresets.EXACT)
    const sum = resources.reduce(
      (all, { qtyPerUnit, price }) => all.plus(decimal(qtyPerUnit).times(price)),
      decimal('0'),
    )
    expect(rolled.rate && plainText(rolled.rate)).toBe(decimalText(sum))
    const parts = rolled.byType.reduce((all, units) => all + units, 0n)
    expect(fixedText({ units: parts, scale: 2 })).toBe(fixedText(rolled.total))
  }
})
