import { expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import { lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { resourceTypes } from './estimate-document.ts'
import { fixedText, plainText } from './fixed.ts'
import { rollUpLine, type RolledLine } from './roll-up-line.ts'
import { customRounding, roundingPresets } from './rounding-policy.ts'

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

it('[E-13] a line of short numbers comes to the same as one whose numbers are written too long for safe integers', () => {
  const random = randomFrom(11)
  const number = (size: number, digits: number): string => ((random() - 0.1) * size).toFixed(digits)
  const long = (text: string): string => text.replace(/\d/, `${'0'.repeat(16)}$&`)
  const policies = [
    ...Object.values(roundingPresets),
    customRounding('GAEB', { mode: 'half_even', qty: 1, unitRate: 1, lineTotal: 1 }),
    customRounding('GAEB', { mode: 'half_even', unitRate: 0, lineTotal: 0 }),
  ]
  for (let time = 0; time < 1500; time++) {
    const digits = time % 4
    const resources = Array.from({ length: 1 + (time % 6) }, (_, at) =>
      resourceOf(resourceTypes[(at * 3 + time) % 5] ?? 'other', number(4, digits), number(90, digits % 3)),
    )
    const quantity = number(500, digits)
    const itemType = time % 7 === 0 ? 'lump_sum' : 'normal'
    const padded = resources.map((each) => ({
      ...each,
      qtyPerUnit: long(each.qtyPerUnit),
      price: long(each.price),
    }))
    for (const policy of policies) {
      const short = rollUpLine(lineOf('line', { quantity, itemType, resources }), policy)
      const exact = rollUpLine(
        lineOf('line', { quantity: long(quantity), itemType, resources: padded }),
        policy,
      )
      expect(written(short)).toEqual(written(exact))
    }
  }
})

const written = (rolled: RolledLine): object => ({
  amounts: [rolled.quantity, rolled.times, rolled.rate, rolled.amount, rolled.total].map(
    (each) => each && plainText(each),
  ),
  byType: rolled.byType,
  rateFrom: rolled.rateFrom,
})
