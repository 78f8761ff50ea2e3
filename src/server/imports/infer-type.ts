import { parseAddressLine } from '#contracts/parse-address-line.ts'
import type { ImportColumn } from '#contracts/api/imports.ts'
import { parseGeoPoint } from '#contracts/parse-geo-point.ts'
import { isNested } from '../exchange/table.ts'
import { parseBoolean } from './parse-boolean.ts'
import { parseDate } from './date-format.ts'
import { currencyIn } from './header-hints.ts'
import type { ColumnSample } from './infer-columns.ts'
import { parseNumber } from './number-format.ts'

type Inferred = Pick<ImportColumn, 'type' | 'confidence' | 'options' | 'currency' | 'unit' | 'scale'>

// A column is typed when nearly all of it reads so; what its name promises needs less. The rest is reported as bad rows.
const sure = 0.95
const hinted = 0.8

const email = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const url = /^(https?:\/\/|www\.)\S+$/i
const phone = /^\+?[\d\s()/.-]{6,25}$/
// Written like a number but a name: leading zeros, dialling codes, more digits than a number keeps.
const codeLike = /^0\d|^\+|\d{16,}/
// Numbers under such a name are never calculated with, and 21 belongs before 3.
const namesThings = /code|sku|article|artikel|barcode|ean|kennung|reference/i

const share = (sample: ColumnSample, test: (text: string, index: number) => boolean): number =>
  sample.texts.length === 0 || !mayBe(sample, test)
    ? 0
    : sample.texts.filter((text, index) => test(text, index)).length / sample.texts.length

function numberOf(sample: ColumnSample, text: string, index: number): string | null {
  if (typeof sample.cells[index] === 'number') return text
  return codeLike.test(text) ? null : parseNumber(text, sample.format.mark)
}

// Most columns of text are told from numbers and dates by their first values.
const glance = 60
const mayBe = (sample: ColumnSample, test: (text: string, index: number) => boolean): boolean =>
  sample.texts.slice(0, glance).filter((text, index) => test(text, index)).length * 2 >=
  Math.min(glance, sample.texts.length)

function inferNumber(sample: ColumnSample, fileCurrency: string | undefined): Inferred | null {
  const { hint } = sample
  // One number with a leading zero makes the whole column a column of codes.
  if (sample.texts.some((text, index) => typeof sample.cells[index] === 'string' && codeLike.test(text)))
    return null
  if (namesThings.test(hint.label)) return null
  if (!mayBe(sample, (text, index) => numberOf(sample, text, index) !== null)) return null
  const numbers = sample.texts
    .map((text, index) => numberOf(sample, text, index))
    .filter((value) => value !== null)
  const confidence = sample.texts.length === 0 ? 0 : numbers.length / sample.texts.length
  if (confidence < (hint.money || hint.percent || hint.count ? hinted : sure)) return null
  const places = numbers.reduce((most, value) => Math.max(most, value.split('.')[1]?.length ?? 0), 0)
  const scale = Math.min(18, places)
  const written = sample.texts.find((text) => currencyIn(text) !== undefined)
  const unit = hint.unit === undefined ? {} : { unit: hint.unit }
  if (sample.texts.some((text) => text.endsWith('%')) || (hint.percent && !hint.currency))
    return { type: 'percent', confidence, scale: Math.max(2, scale) }
  if (written !== undefined || hint.currency !== undefined || (hint.money && !hint.count)) {
    const currency =
      (written === undefined ? undefined : currencyIn(written)) ?? hint.currency ?? fileCurrency
    return {
      type: 'money',
      confidence,
      scale: Math.max(2, scale),
      ...(currency === undefined ? {} : { currency }),
    }
  }
  // Above 15 digits JSON numbers are not exact.
  if (numbers.some((value) => (value.split('.')[0] ?? '').replace('-', '').length > 15)) return null
  return scale === 0
    ? { type: 'integer', confidence, ...unit }
    : { type: 'decimal', confidence, scale, ...unit }
}

function inferDate(sample: ColumnSample): Inferred | null {
  if (!mayBe(sample, (text) => parseDate(text, sample.format.order) !== null)) return null
  const dates = sample.texts
    .map((text, index) =>
      typeof sample.cells[index] === 'string' ? parseDate(text, sample.format.order) : null,
    )
    .filter((value) => value !== null)
  const confidence = sample.texts.length === 0 ? 0 : dates.length / sample.texts.length
  if (confidence < (sample.hint.date ? hinted : sure)) return null
  return { type: dates.some(({ time }) => time !== null) ? 'datetime' : 'date', confidence }
}

const clock = /^\d{1,5}:[0-5]\d(:[0-5]\d)?$/
const colour = /^#[0-9a-f]{6}$/i
const isPlace = (text: string): boolean => {
  const point = /\./.test(text) ? parseGeoPoint(text) : null
  return point !== null && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
}
const isAddressLine = (text: string): boolean => parseAddressLine(text).city !== undefined
const namesStatus = /^(status|state|stand|zustand|statut|estado|stav)$/i

/** Types that values give away by their form alone. */
function inferForm(sample: ColumnSample): Inferred | null {
  for (const [type, test] of [
    ['duration', (text: string) => clock.test(text)],
    ['colour', (text: string) => colour.test(text)],
    ['geo_point', isPlace],
    ['address', isAddressLine],
  ] as const) {
    const confidence = share(sample, test)
    if (confidence >= sure) return { type, confidence }
  }
  return null
}

/** Few different short values that repeat: at most 25, and each on average four times (once in twenty rows in long files). */
function inferSelect({ texts, distinct, hint }: ColumnSample): Inferred | null {
  const repeats = texts.length >= 100 ? 20 : 4
  if (
    hint.name ||
    hint.code ||
    distinct.size > 25 ||
    distinct.size * repeats > texts.length ||
    texts.length < 8
  )
    return null
  const values = [...distinct]
  if (values.some((value) => value.length > 60 || value.includes('\n'))) return null
  return {
    type: namesStatus.test(hint.label.trim()) ? 'status' : 'select',
    confidence: 1,
    options: values.sort((a, b) => a.localeCompare(b, 'en')),
  }
}

/** The type a column's filled cells read as, most telling first; text when nothing else fits. */
export function inferType(sample: ColumnSample, fileCurrency: string | undefined): Inferred {
  if (sample.texts.length === 0) return { type: 'text', confidence: 0 }
  // More of them than mistakes: nothing but JSON takes them all.
  const nested = sample.cells.filter((cell) => isNested(cell)).length / sample.cells.length
  if (nested > 1 - sure) return { type: 'json', confidence: 1 }
  // 0 and 1 alone are counts, a lone x or dash may be anything: only words (and true cells of a workbook) say yes or no.
  const booleans = share(
    sample,
    (text, index) =>
      typeof sample.cells[index] === 'boolean' || (/^[a-zí]{2,}$/i.test(text) && parseBoolean(text) !== null),
  )
  if (booleans >= sure) return { type: 'boolean', confidence: booleans }
  if (sample.hint.phone && share(sample, (text) => phone.test(text)) >= hinted)
    return { type: 'phone', confidence: share(sample, (text) => phone.test(text)) }
  const typed = inferForm(sample) ?? inferDate(sample) ?? inferNumber(sample, fileCurrency)
  if (typed) return typed
  const emails = share(sample, (text) => email.test(text))
  if (emails >= sure) return { type: 'email', confidence: emails }
  const urls = share(sample, (text) => url.test(text))
  if (urls >= sure) return { type: 'url', confidence: urls }
  const select = inferSelect(sample)
  if (select) return select
  const long = sample.texts.some((text) => text.length > 500 || text.includes('\n'))
  return { type: long ? 'long_text' : 'text', confidence: 1 }
}
