/** Where the reader is: a BCP 47 locale like `de-CH` and an IANA zone like `Europe/Zurich`. */
export interface Region {
  locale: string
  timeZone?: string
}

export interface DecimalOptions {
  /** Digits after the point that are always shown. */
  minDigits?: number
  /** Digits after the point at most; more are rounded, halves away from zero. */
  maxDigits?: number
}

/** A piece of a number; `unit` pieces are the currency and the space beside it, so that they can be muted. */
export interface NumberPiece {
  text: string
  unit: boolean
}

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()

/** Counts and shares, where a float is fine: `formatNumber(12345, { locale: 'en' })` → `'12,345'`. */
export const formatNumber = (value: number, region: Region, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(region.locale, options).format(value)

/**
 * A decimal text, exactly, grouped by locale: `'12345678901234567.8'` → `'12,345,678,901,234,567.8'`. The text goes
 * to the platform as text, so no digit passes through a float. All digits are kept unless `maxDigits` says less.
 */
export function formatDecimal(value: string, region: Region, options: DecimalOptions = {}): string {
  const digits = value.split('.')[1]?.length ?? 0
  const max = options.maxDigits ?? Math.max(digits, options.minDigits ?? 0)
  return exactly(
    numberFormat(region.locale, {
      minimumFractionDigits: Math.min(options.minDigits ?? 0, max),
      maximumFractionDigits: max,
    }),
    value,
  )
}

/** Money as text, with the currency's own digits unless told: `('1234.5', 'EUR', de)` → `'1.234,50 €'`. */
export const formatMoney = (
  value: string,
  currency: string,
  region: Region,
  options: DecimalOptions = {},
): string => exactly(moneyFormat(currency, region, options), value)

/** Money in pieces, in the order of the locale: `-€1,600.00` is `-`, `€` (unit), `1,600.00`. */
export function formatMoneyParts(
  value: string,
  currency: string,
  region: Region,
  options: DecimalOptions = {},
): NumberPiece[] {
  const pieces: NumberPiece[] = []
  for (const part of moneyFormat(currency, region, options).formatToParts(
    value as Intl.StringNumericLiteral,
  )) {
    const unit = part.type === 'currency' || part.type === 'literal'
    const last = pieces.at(-1)
    if (last?.unit === unit) last.text += part.value
    else pieces.push({ text: part.value, unit })
  }
  return pieces
}

/** A share as percent: `('0.196', en)` → `'19.6%'`. */
export const formatPercent = (value: string, region: Region, options: DecimalOptions = {}): string =>
  exactly(
    numberFormat(region.locale, {
      style: 'percent',
      minimumFractionDigits: options.minDigits ?? 0,
      maximumFractionDigits: options.maxDigits ?? 2,
    }),
    value,
  )

/** A day. A date without a time (`2026-03-01`) is that day everywhere; a moment is the day in the reader's zone. */
export function formatDate(
  value: string,
  region: Region,
  length: 'short' | 'medium' | 'long' = 'medium',
): string {
  const plainDay = value.length === 10
  const zone = plainDay ? 'UTC' : region.timeZone
  return dateFormat(region.locale, { dateStyle: length, ...(zone && { timeZone: zone }) }).format(
    moment(value),
  )
}

/** A moment in the reader's zone: `'1 Mar 2026, 14:30'`. */
export const formatDateTime = (
  value: string,
  region: Region,
  length: 'short' | 'medium' | 'long' = 'medium',
): string =>
  dateFormat(region.locale, {
    dateStyle: length,
    timeStyle: 'short',
    ...(region.timeZone && { timeZone: region.timeZone }),
  }).format(moment(value))

/** How long ago or from now: `'3 hours ago'`; under half a minute is "now". Days are those of the reader's calendar. */
export function formatRelative(value: string, now: Date, region: Region): string {
  const seconds = Math.round((moment(value).getTime() - now.getTime()) / 1000)
  const size = Math.abs(seconds)
  const format = cached(
    `relative ${region.locale}`,
    () => new Intl.RelativeTimeFormat(region.locale, { numeric: 'auto' }),
  )
  const [, length, unit] = relativeSteps.find(([below]) => size < below) ?? yearStep
  // Of Saturday evening, Monday morning is "in 2 days", not "tomorrow" because it is 36 hours away.
  const count =
    unit === 'day' ? dayOf(moment(value), region) - dayOf(now, region) : Math.round(seconds / length)
  return format.format(count, unit)
}

const dayOf = (at: Date, { timeZone }: Region): number =>
  Date.parse(dateFormat('sv', { ...(timeZone && { timeZone }) }).format(at)) / 86_400_000

/** Below how many seconds, how many one is, its name. */
type RelativeStep = [below: number, seconds: number, unit: Intl.RelativeTimeFormatUnit]
const yearStep: RelativeStep = [0, 31_557_600, 'year']
const relativeSteps: RelativeStep[] = [
  // Now.
  [30, 86_400, 'second'],
  [3570, 60, 'minute'],
  [84_600, 3600, 'hour'],
  [2_592_000, 86_400, 'day'],
  [31_536_000, 2_629_800, 'month'],
]

function moneyFormat(currency: string, region: Region, options: DecimalOptions): Intl.NumberFormat {
  return numberFormat(region.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(options.minDigits !== undefined && { minimumFractionDigits: options.minDigits }),
    ...(options.maxDigits !== undefined && { maximumFractionDigits: options.maxDigits }),
  })
}

function exactly(format: Intl.NumberFormat, value: string): string {
  return format.format(value as Intl.StringNumericLiteral)
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(`date ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
}

// Making an Intl formatter costs about a hundred times what using one does; a grid formats thousands of cells.
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = formatters.get(key)
  if (known) return known as T
  const made = make()
  formatters.set(key, made)
  return made
}

function moment(value: string): Date {
  return new Date(value)
}
