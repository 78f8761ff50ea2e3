import { isDecimalText } from '#base/decimal.ts'
import { marksOf } from './decimal-marks.ts'

/**
 * Reads a number as a person types or pastes it: `'1.234,50'` in German, `'1,234.50'` in English → `'1234.50'`.
 * When both marks occur the last is the decimal one, so a paste from the other convention still reads right. A single
 * mark means what the locale says. `null` when it is no number.
 */
export function parseDecimal(text: string, locale: string): string | null {
  const { group, point } = marksOf(locale)
  let digits = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^[−–]/, '-')
    .replace(/^\+/, '')
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  if (lastPoint >= 0 && lastComma >= 0) {
    const decimalMark = lastPoint > lastComma ? '.' : ','
    digits = plain(digits, decimalMark === '.' ? ',' : '.', decimalMark)
  } else {
    digits = plain(digits, group, point)
  }
  const whole = digits.replace(/^(-?)\./, '$10.').replace(/\.$/, '')
  return isDecimalText(whole) ? withoutLeadingZeros(whole) : null
}

function plain(text: string, group: string, point: string): string {
  const [whole = '', ...rest] = text.split(point)
  // A second decimal mark, or grouping after it, stays in and fails the check.
  return [regroup(whole, group), ...rest].join('.')
}

/** Takes grouping out where it groups. `1,23` is not 123 and not 1.23 either: such a text is no number. */
function regroup(whole: string, group: string): string {
  const [first = '', ...groups] = whole.split(group)
  if (groups.length === 0) return whole
  const grouped =
    /^-?\d{1,3}$/.test(first) && groups.every((part) => /^\d{2,3}$/.test(part)) && groups.at(-1)?.length === 3
  return grouped ? first + groups.join('') : 'no number'
}

const withoutLeadingZeros = (text: string): string => text.replace(/^(-?)0+(?=\d)/, '$1')
