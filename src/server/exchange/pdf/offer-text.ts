import type { Language } from '#contracts/language.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { offerWords } from './offer-words.ts'

const marks = { en: { point: '.', group: ',' }, de: { point: ',', group: '.' } } as const

/**
 * Numbers as a language writes them. By hand and not by the tables of the platform, which change: an offer has the same
 * bytes years later.
 * @example groupedText('1234.5', 'de') // '1.234,5'
 */
export function groupedText(plain: string, language: Language): string {
  const { point, group } = marks[language]
  const [whole = '', fraction] = plain.replace('-', '').split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
  return `${plain.startsWith('-') ? '−' : ''}${grouped}${fraction ? point + fraction : ''}`
}

/** An amount with two digits at least. */
export function moneyText(amount: string, language: Language): string {
  const value = decimal(amount)
  const fraction = decimalText(value).split('.')[1]?.length ?? 0
  return groupedText(roundHalfUp(value, Math.max(2, fraction)), language)
}

/** A number with the digits that it has. */
export const numberText = (value: string, language: Language): string =>
  groupedText(decimalText(decimal(value)), language)

/** @example dayText('2026-11-22', 'en') // '22 November 2026' */
export function dayText(day: string, language: Language): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  const { months } = offerWords[language]
  return months ? `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}` : `${date}.${month}.${year}`
}
