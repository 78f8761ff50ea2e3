import { describe, expect, it } from 'vitest'
import { compareFractions, fraction, one, over, plainText, times, type Fraction } from '#base/fraction.ts'
import { baseDimensions, type Dimension } from '#contracts/unit.ts'
import { quantityParams, QuantitySource, quantityUnits } from '../../tests/support/quantity-arbitrary.ts'
import { checkDimensions, type FindQuantity } from './check-dimensions.ts'
import { sameDimension } from './dimension.ts'
import { evaluateQuantity, type QuantityScope, type QuantityValue } from './evaluate-quantity.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse.ts'
import { quantityInWords } from './quantity-type.ts'

const find: FindQuantity = (name) => {
  if (name === 'insulated') return { kind: 'boolean' }
  if (name === 'format') return { kind: 'text' }
  if (name === 'weights')
    return {
      kind: 'table',
      key: { kind: 'quantity', dimension: { length: 1 } },
      value: { kind: 'quantity', dimension: { mass: 1, length: -1 } },
    }
  const dimension = quantityUnits[name] ?? quantityParams[name]
  return dimension && { kind: 'quantity', dimension }
}

const gives = (text: string): string => quantityInWords(checkDimensions(parseExpression(text), find))

const refusal = (text: string): ExpressionError | null => {
  try {
    checkDimensions(parseExpression(text), find)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** Metres, kilograms, seconds and pieces of another world: everything in it is so many times as large. */
function world(scale: Record<string, Fraction>): QuantityScope & { factor(dimension: Dimension): Fraction } {
  const factor = (dimension: Dimension): Fraction =>
    baseDimensions.reduce((product, base) => {
      let all = product
      for (let power = Math.abs(dimension[base] ?? 0); power > 0; power--)
        all = (dimension[base] ?? 0) > 0 ? times(all, scale[base] ?? one) : over(all, scale[base] ?? one)
      return all
    }, one)
  const sizes: Record<string, string> = {
    mm: '0.001',
    l: '0.001',
    t: '1000',
    h: '3600',
    min: '60',
    width: '2.5',
    area: '7.2',
    density: '2400',
    pace: '0.01',
    share: '0.35',
    number: '9',
  }
  const read = (name: string): QuantityValue | undefined => {
    if (name === 'insulated') return true
    if (name === 'format') return 'DF'
    const type = find(name)
    return type?.kind === 'quantity' ? times(fraction(sizes[name] ?? '1'), factor(type.dimension)) : undefined
  }
  return { read, lookUp: () => undefined, factor }
}

describe('checkDimensions', { timeout: 300_000 }, () => {
  it.each([
    ['0.24 * m', 'm'],
    ['width * 2.4 * m', 'm²'],
    ['density * 0.24 * m', 'kg/m²'],
    ['1 / pace', 'h/m²'],
    ['area / (0.5 * m * 0.25 * m)', 'a plain number'],
    ['ceil(area / (0.125 * m2)) * pcs / area', 'pcs/m²'],
    ['ceil(width, 0.25 * m)', 'm'],
    ['round(share, 2)', 'a plain number'],
    ['format in ["DF", "NF"] ? 0.115 * m : 0.24 * m', 'm'],
    ['lookup(weights, 12 * mm) * 2 * m', 'kg'],
    ['insulated && width > 2 * m', 'yes or no'],
    ['-width', 'm'],
  ])('%s gives %s', (text, words) => expect(gives(text)).toBe(words))

  it.each([
    ['width + area', 0, 'm and m² cannot be added.'],
    [
      'width - 0.1',
      0,
      'm and a plain number cannot be subtracted. A number carries its unit by multiplication, as in 0.24 * m.',
    ],
    ['2 * m > 3 * kg', 0, 'm and kg cannot be compared.'],
    ['insulated ? width : area', 20, 'm and m² cannot stand in for each other.'],
    ['max(width, 3 * kg)', 11, 'm and kg cannot be compared.'],
    ['ceil(width)', 0, 'Say what to round m to, as in ceil(width, 0.25 * m).'],
    ['ceil(width, 1 * kg)', 12, 'm cannot be rounded to kg.'],
    ['round(share, width)', 0, 'Write the number of places in “round” as a whole number from 0 to 12.'],
    ['width * hight', 8, '“hight” at position 9 is no parameter and no unit.'],
    ['weights * 2', 0, '“weights” is a table; read it with lookup(weights, key).'],
    ['lookup(weights, 12)', 0, 'This table is read by m, not by a plain number.'],
    ['insulated * m', 0, 'This needs a quantity, but got yes or no.'],
    ['width ? 1 : 2', 0, 'This needs yes or no, but got m.'],
    [
      'size("abc") * m',
      0,
      '“size” has no place in a quantity. Use min, max, abs, round, ceil, floor, lookup.',
    ],
    ['width.of', 0, 'A quantity is worked out from parameters, units and tables only.'],
  ])('%s is refused at %i', (text, at, words) => {
    expect(refusal(text)).toMatchObject({ at, message: words, code: 'invalid' })
  })

  const count = process.env['LONG'] ? 100_000 : 1000

  it(`accepts ${count} right formulas and refuses each with one unit of another dimension`, () => {
    const source = new QuantitySource(20_261_122)
    const wrongly = { refused: [] as string[], accepted: [] as string[] }
    for (let made = 0; made < count; made++) {
      const formula = source.formula()
      const right = formula.pieces.join('')
      const type = refusal(right) ?? checkDimensions(parseExpression(right), find)
      const fits = 'kind' in type && type.kind === 'quantity' && sameDimension(type.dimension, formula.gives)
      if (!fits) wrongly.refused.push(right)
      const spoiled = source.spoil(formula)
      const after = refusal(spoiled) ?? checkDimensions(parseExpression(spoiled), find)
      if ('kind' in after && after.kind === 'quantity' && sameDimension(after.dimension, formula.gives))
        wrongly.accepted.push(spoiled)
    }
    expect(wrongly).toEqual({ refused: [], accepted: [] })
  })

  it(`works ${count} formulas out alike whatever a metre, a kilogram, a second and a piece are`, () => {
    const source = new QuantitySource(7)
    const here = world({})
    const there = world({
      length: fraction('7'),
      mass: fraction('11'),
      time: fraction('13'),
      count: fraction('17'),
    })
    let compared = 0
    for (let made = 0; made < count; made++) {
      const { pieces, gives: dimension } = source.formula()
      const tree = parseExpression(pieces.join(''))
      const [one, other] = [here, there].map((scope) => workedOut(tree, scope))
      if (one === null || other === null) {
        expect(one, pieces.join('')).toBe(other)
        continue
      }
      compared++
      const back = over(other as Fraction, there.factor(dimension))
      expect(compareFractions(one as Fraction, back), pieces.join('')).toBe(0)
    }
    expect(compared).toBeGreaterThan(count / 2)
  })
})

// Null for a division by zero or a step that is not above zero, which some of the formulas come to.
function workedOut(tree: ReturnType<typeof parseExpression>, scope: QuantityScope): QuantityValue | null {
  try {
    return evaluateQuantity(tree, scope)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

describe('evaluateQuantity', () => {
  const value = (text: string): QuantityValue => {
    const tree = parseExpression(text)
    checkDimensions(tree, find)
    return evaluateQuantity(tree, {
      ...world({}),
      lookUp: (_table, key) => (plainText(key as Fraction) === '0.012' ? fraction('0.888') : undefined),
    })
  }
  const text = (formula: string): string => plainText(value(formula) as Fraction)

  it.each([
    ['1 / 3 * 3', '1'],
    ['2 / 3', '0.666666666667'],
    ['0.0000000000005 * 1', '0'],
    ['0.0000000000015 * 1', '0.000000000002'],
    ['1 * h / 7 * 7 / h', '1'],
    ['ceil(width, 0.4 * m)', '2.8'],
    ['floor(-width, 0.4 * m)', '-2.8'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['lookup(weights, 12 * mm) * 3 * m', '2.664'],
    ['(width > 2 * m ? 3 : 4) * t', '3000'],
    ['min(3 * m, 200 * mm, 1 * m)', '0.2'],
  ])('%s is %s', (formula, expected) => expect(text(formula)).toBe(expected))

  it.each([
    ['1 / (2 * m - 2 * m)', 'This divides by zero.'],
    ['ceil(width, 0 * m)', 'What is rounded to must be above zero.'],
    ['lookup(weights, 13 * mm) * m', 'The table “weights” has no row for 0.013.'],
    ['999999999999999999999999999999 * 10', 'This number is too large.'],
  ])('%s is refused', (formula, words) => expect(() => value(formula)).toThrow(words))
})
