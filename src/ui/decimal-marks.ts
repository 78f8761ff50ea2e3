interface Marks {
  group: string
  point: string
}

// Making a formatter costs more than reading a number, and every key asks.
const marksByLocale = new Map<string, Marks>()

/** What a locale writes between thousands and before decimals. Spaces and apostrophes that group are not told. */
export function marksOf(locale: string): Marks {
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

/** The decimal as it is edited: the locale's decimal mark, no grouping. `('1234.5', 'de')` → `'1234,5'`. */
export const editableDecimal = (value: string, locale: string): string =>
  value.replace('.', marksOf(locale).point)
