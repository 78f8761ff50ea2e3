import { isDecimalText } from '#base/decimal.ts'

export type DecimalMark = '.' | ','

const separators = /[\s\u00A0\u202F\u2009'’]/g
const currencyMark = /€|\$|£|CHF|EUR|USD|GBP|kr\.?|zł/gi

/** The digits of a written number, without currency, percent sign, spaces and apostrophes; null when it is no number at all. */
function digitsOf(text: string): string | null {
  let bare = text.trim()
  if (!/\d/.test(bare) || bare.length > 60) return null
  // A minus may be the typographic one, or stand behind, or be parentheses as bookkeepers write.
  const negative =
    /^\(.*\)$/.test(bare) || /^[-−–]/.test(bare.replace(currencyMark, '').trim()) || /\d\s*-$/.test(bare)
  bare = bare.replace(currencyMark, '').replace(/%\s*$/, '').replaceAll(/[()]/g, '').trim()
  bare = bare.replace(/^[-−–+]\s*/, '').replace(/\s*-$/, '')
  // Spaces and apostrophes only between groups of three: `12 34` is no number.
  if (/[^\d.,]/.test(bare) && !/^\d{1,3}([\s\u00A0\u202F\u2009'’]\d{3})+([.,]\d+)?$/.test(bare)) return null
  bare = bare.replaceAll(separators, '')
  return /^[\d.,]+$/.test(bare) ? (negative ? `-${bare}` : bare) : null
}

/**
 * Reads a number written with `mark` before its decimals: `1.234,50 €` with `,` → `1234.5`. Returns plain decimal
 * text or null. Thousands separators must stand where they belong.
 */
export function parseNumber(text: string, mark: DecimalMark): string | null {
  const digits = digitsOf(text)
  if (digits === null) return null
  const group = mark === '.' ? ',' : '.'
  const pattern = mark === '.' ? /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/ : /^-?(\d+|\d{1,3}(\.\d{3})+)?(,\d+)?$/
  if (!pattern.test(digits)) return null
  const plain = digits
    .replaceAll(group, '')
    .replace(mark, '.')
    .replace(/^(-?)\./, '$10.')
  const [whole = '', fraction] = plain.replace('-', '').split('.')
  const value = `${plain.startsWith('-') ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction === undefined ? '' : `.${fraction}`}`
  return isDecimalText(value) ? value : null
}

/** Which mark one written number speaks for; null when it could be either (`1.234`, `15`). */
function vote(text: string): DecimalMark | null {
  const digits = digitsOf(text)?.replace('-', '')
  if (!digits) return null
  const dot = digits.lastIndexOf('.')
  const comma = digits.lastIndexOf(',')
  if (dot === -1 && comma === -1) return null
  if (dot !== -1 && comma !== -1) return dot > comma ? '.' : ','
  const [mark, other, first] =
    dot === -1 ? ([',', '.', digits.indexOf(',')] as const) : (['.', ',', digits.indexOf('.')] as const)
  const last = Math.max(dot, comma)
  if (first !== last) return other
  return /^\d{1,3}$/.test(digits.slice(0, last)) && digits.length - last === 4 && !digits.startsWith('0')
    ? null
    : mark
}

/** The decimal mark of a column, by what its values leave no doubt about; null without evidence. */
export function decimalMarkOf(values: readonly string[]): DecimalMark | null {
  let dots = 0
  let commas = 0
  for (const value of values) {
    const mark = vote(value)
    if (mark === '.') dots++
    else if (mark === ',') commas++
  }
  return dots === 0 && commas === 0 ? null : dots >= commas ? '.' : ','
}
