import { isDecimalText } from '#base/decimal.ts'
import { editableDecimal } from '#ui/decimal-marks.ts'
import { parseDecimal } from '#ui/parse-decimal.ts'

/** A formula as it is edited: what is only a number has the reader's decimal mark. `('2.8', 'de')` → `'2,8'`. */
export const formulaAsTyped = (formula: string, locale: string): string =>
  isDecimalText(formula) ? editableDecimal(formula, locale) : formula

/**
 * A formula as it is kept: a number that was typed with the reader's decimal mark gets a point, anything else stays.
 * `('2,8', 'de')` → `'2.8'`, `('2,8 * m', 'de')` stays as it is, for the formula language has no comma in numbers.
 */
export function formulaAsRead(text: string, locale: string): string {
  // Only a mark with digits on both sides: "2," goes on, and a point that is typed in German is a formula's own.
  if (!/^\s*\d+,\d+\s*$/.test(text)) return text
  const read = parseDecimal(text, locale)
  return read !== null && editableDecimal(read, locale) === text.trim() ? read : text
}
