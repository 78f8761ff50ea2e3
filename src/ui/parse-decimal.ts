import { isDecimalText } from '#base/decimal.ts'

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

/** The decimal as it is edited: the locale's decimal mark, no grouping. `('1234.5', 'de')` → `'1234,5'`. */
export const editableDecimal = (value: string, locale: string): string =>
  value.replace('.', marksOf(locale).point)

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

interface Marks {
  group: string
  point: string
}

// Making a formatter costs more than reading a number, and every key asks.
const marksByLocale = new Map<string, Marks>()

function marksOf(locale: string): Marks {
  let marks = marksByLocale.get(locale)
  if (!marks) marksByLocale.set(locale, (marks = findMarks(locale)))
  return marks
}

function findMarks(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.5)
  const point = parts.find((part) => part.type === 'decimal')?.value ?? '.'
  const group = parts.find((part) => part.type === 'group')?.value ?? ''
  // Spaces and apostrophes are taken out before; then only the other mark can group.
  return { point, group: group === '.' || group === ',' ? group : point === ',' ? '.' : ',' }
}
