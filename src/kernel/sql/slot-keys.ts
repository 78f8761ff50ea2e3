import { decimal, decimalText } from '#base/decimal.ts'
import type { SlotKind } from '../models/field-info.ts'

/** Stands for "no value" in a slot, after every value. The SQL half is in migration 0010: `app.slot_text`, `app.slot_number`. */
export const emptyKey = { text: '\u{10FFFF}', number: '~' } as const satisfies Record<SlotKind, string>

/** So many characters of a text count for its order and are kept in a slot. */
export const keptCharacters = 200

const shifted = '\u{10FFFE}'

/** Whether a slot keeps only the beginning of this text, so that who compares must look at the map too. */
export const isCut = (text: string): boolean =>
  text.length >= keptCharacters && [...text].length >= keptCharacters

/** The key under which a slot keeps a text, as `app.slot_text` makes it. */
export function textKey(text: string): string {
  const kept = isCut(text) ? [...text].slice(0, keptCharacters).join('') : text
  return (kept.codePointAt(0) ?? 0) >= 0x10fffe ? shifted + kept : kept
}

/** The key of a number given as decimal text, as `app.slot_number` makes it: text order is the order of the numbers. */
export function numberKey(value: string): string {
  const plain = decimalText(decimal(value))
  if (/^-?0$/.test(plain)) return 'n'
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const significant = (whole === '0' ? '' : whole) + fraction
  const digits = significant.replace(/^0+/, '')
  const place = (whole === '0' ? 0 : whole.length) - (significant.length - digits.length)
  const kept = digits.replace(/0+$/, '')
  if (!plain.startsWith('-')) return `p${500_000 + place}${kept}`
  return `m${499_999 - place}${kept.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`
}
