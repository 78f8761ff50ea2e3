import { isDecimalText } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import { addressLine, isAddress } from '#contracts/address.ts'
import { geoPointText, isGeoPoint } from '#contracts/geo-point.ts'
import type { Language } from '#contracts/language.ts'
import type { SharedField } from '#contracts/share.ts'

// Read by people who have no account, on a page without a script: these few words stand here and not in the application.
const words = {
  en: { yes: 'Yes', no: 'No', hours: 'h', minutes: 'min', seconds: 's', of: 'of' },
  de: { yes: 'Ja', no: 'Nein', hours: 'Std.', minutes: 'Min.', seconds: 'Sek.', of: 'von' },
} as const

/** Who reads: the language of the words, and the tag that dates and numbers are written by (`en-GB`). */
export interface Reader {
  language: Language
  locale: string
}

type Shown = Pick<SharedField, 'type' | 'value' | 'currency' | 'scale' | 'unit' | 'most'>

/** The value of a field as its reader writes it: `42,5 m`, `1. März 2026`, `2 Std. 30 Min.`. Exact: no digit of a decimal is lost. */
export function sharedValueText(field: Shown, reader: Reader): string {
  const { type, value } = field
  const { language, locale } = reader
  const { yes, no, of } = words[language]
  if (typeof value === 'boolean') return value ? yes : no
  if (type === 'date' && typeof value === 'string')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
  if (type === 'datetime' && typeof value === 'string') return momentText(value, locale)
  if (type === 'duration' && typeof value === 'number') return durationText(value, language)
  if (type === 'rating') return `${numberText(field, locale)} ${of} ${field.most ?? 5}`
  if (numeric.has(type)) return numberText(field, locale)
  if (type === 'address' && isAddress(value)) return addressLine(value)
  if (type === 'geo_point' && isGeoPoint(value)) return geoPointText(value)
  if (Array.isArray(value))
    return value.map((part) => sharedValueText({ type: 'text', value: part }, reader)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// Nobody knows where the reader is: the page says which clock it goes by.
function momentText(value: string, locale: string): string {
  const written = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(locale, written).format(new Date(value))} UTC`
}

function durationText(seconds: number, language: Language): string {
  const size = Math.abs(seconds)
  const { hours, minutes, seconds: rest } = words[language]
  const parts = [
    [Math.floor(size / 3600), hours],
    [Math.floor(size / 60) % 60, minutes],
    [size % 60, rest],
  ] as const
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`)
  return `${seconds < 0 ? '−' : ''}${shown.join(' ') || `0 ${minutes}`}`
}

const numeric = new Set(['number', 'integer', 'decimal', 'money', 'percent'])

function numberText({ type, value, currency, scale, unit }: Shown, locale: string): string {
  if (isJsonObject(value)) {
    const own = { type, value: value['amount'], currency: String(value['currency']) }
    return numberText({ ...own, ...(scale !== undefined && { scale }) }, locale)
  }
  const text = String(value)
  if (!isDecimalText(text)) return text
  // As text, so that no digit of a decimal is lost.
  const written = new Intl.NumberFormat(locale, {
    minimumFractionDigits: scale ?? (type === 'money' ? 2 : 0),
    maximumFractionDigits: 18,
    ...(isCurrency(currency) && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  }).format(text as `${number}`)
  if (type === 'percent') return `${written} %`
  return unit === undefined ? written : `${written} ${unit}`
}

// It may come from a field that people fill in.
const isCurrency = (code: string | undefined): code is string => code !== undefined && /^[A-Z]{3}$/.test(code)
