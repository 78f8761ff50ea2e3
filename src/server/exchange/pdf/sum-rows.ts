import type { Language } from '#contracts/language.ts'
import { decimal } from '#base/decimal.ts'
import type { OfferSums } from '#estimating/exchange/offer/offer.ts'
import { moneyText, numberText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'

export interface SumRow {
  label: string
  /** A decimal text. */
  amount: string
  strong: boolean
}

/** From the sum of the lines to the amount that is due, on paper and on screens; what is nothing is left out. */
export function sumRows(sums: OfferSums, currency: string, language: Language): SumRow[] {
  const say = offerWords[language].sums
  const rows: SumRow[] = []
  const add = (label: string, amount: string, strong = false): void =>
    void rows.push({ label, amount, strong })
  const isSomething = (amount: string): boolean => !decimal(amount).eq(0)
  const more = sums.markups.length > 0 || isSomething(sums.unlisted) || isSomething(sums.rounding)
  if (more) add(say.lines, sums.lines)
  for (const { label, amount } of sums.markups) add(label, amount)
  if (isSomething(sums.unlisted)) add(say.unlisted, sums.unlisted)
  if (isSomething(sums.rounding)) add(say.rounding, sums.rounding)
  add(say.net, sums.net, true)
  if (isSomething(sums.discount)) {
    const percent = sums.discountPct === null ? '' : ` ${numberText(sums.discountPct, language)} %`
    add(`${say.discount}${percent}`, decimal(sums.discount).times(-1).toFixed())
    add(say.afterDiscount, sums.afterDiscount, true)
  }
  for (const { percent, base, amount } of sums.vat)
    add(say.vat(numberText(percent, language), moneyText(base, language)), amount)
  add(`${say.gross} (${currency})`, sums.gross, true)
  return rows
}
