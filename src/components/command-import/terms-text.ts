import { isDecimalText } from '#base/decimal.ts'
import { formatDate, formatDecimal, type Region } from '#ui/format.ts'
import type { Translate } from '#ui/translate.ts'
import type { PriceTerms } from './outlook.ts'

const aDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * Where, from which quantity on and when a price holds, in one line: `DE-BE · from 10 · until 31 Dec 2026`. What a file
 * writes in a way that could not be read stands there as it is written.
 */
export function termsText(terms: PriceTerms, t: Translate, region: Region): string {
  const { min_qty, valid_from, valid_to } = terms
  const day = (text: string) => (aDay.test(text) ? formatDate(text, region) : text)
  return [
    terms.region,
    min_qty !== undefined &&
      t('from {{amount}}', { amount: isDecimalText(min_qty) ? formatDecimal(min_qty, region) : min_qty }),
    valid_from !== undefined && t('from {{day}}', { day: day(valid_from) }),
    valid_to !== undefined && t('until {{day}}', { day: day(valid_to) }),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}
