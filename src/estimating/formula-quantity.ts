import { saying, type Message, type MessageValue } from '#base/saying.ts'
import { unitText } from '#base/unit-text.ts'
import { fixedText, fraction, plainText, type Fraction } from '#base/fraction.ts'
import { plain, sameDimension } from '#expressions/dimension.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { quantityInWords, type QuantityType } from '#expressions/quantity-type.ts'
import { declaredMeasure, inUnit, type QuantityPlace } from './quantity-place.ts'
import { workOut } from './work-out.ts'

/** A quantity in the unit it is wanted in, or why the formula gives none. */
export type FormulaAnswer =
  | { kind: 'quantity'; quantity: string }
  /** `at`: the place in the text from 0, where one is to blame. */
  | ({ kind: 'refused'; at: number | null } & Message)

/**
 * What a formula gives in a unit, with at most six digits, halves away from zero. A number without a unit of its own counts
 * in that unit; one with a unit must measure the same thing, and is converted.
 * @example formulaQuantity('length * 2.75 * m - 2 * 1.5 * m2', 'm2', place) // { kind: 'quantity', quantity: '24.5' }
 */
export function formulaQuantity(formula: string, unit: string | null, place: QuantityPlace): FormulaAnswer {
  try {
    const { type, value } = workOut(formula, place)
    if (type.kind !== 'quantity' || typeof value !== 'object')
      return refused(saying('The formula gives {{what}}, not a quantity.', { what: inWords(type) }))
    if (sameDimension(type.dimension, plain)) return { kind: 'quantity', quantity: sixDigits(value) }
    const measure = declaredMeasure(unit ?? '')
    if (!measure)
      return refused(
        saying('“{{unit}}” is no unit that is known here: the formula must give a plain number.', {
          unit: unit ?? '',
        }),
      )
    if (!sameDimension(type.dimension, measure.dimension))
      return refused(
        unit === null
          ? saying('The formula gives {{what}}, but no unit is given.', { what: inWords(type) })
          : saying('The formula gives {{what}}, but the unit is {{unit}}.', {
              what: inWords(type),
              unit: unitText(unit),
            }),
      )
    return { kind: 'quantity', quantity: sixDigits(fraction(inUnit(value, unit ?? ''))) }
  } catch (error) {
    if (error instanceof ExpressionError) return refused({ message: error.message, ...error.said }, error.at)
    throw error
  }
}

const refused = (why: Message, at: number | null = null): FormulaAnswer => ({ kind: 'refused', ...why, at })

/** A type as a value of a message, so that it is said in the reader's language, too. */
export const inWords = (type: QuantityType): MessageValue => ({ names: [quantityInWords(type)] })

const sixDigits = (value: Fraction): string =>
  plainText(fraction(fixedText(value, { digits: 6, mode: 'half_up' })))
