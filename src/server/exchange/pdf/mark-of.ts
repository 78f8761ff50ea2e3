import type { Language } from '#contracts/language.ts'
import type { OfferLine } from '#estimating/exchange/offer/offer.ts'
import { numberText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'

/** What is special about a line of an offer: “Optional, not in the total”; empty for an ordinary one. */
export function markOf({ itemType, counts, discountPct }: OfferLine, language: Language): string {
  const { marks, notCounted, lessDiscount } = offerWords[language]
  const mark = marks[itemType]
  return [
    mark && (counts ? mark : `${mark}, ${notCounted}`),
    discountPct && lessDiscount(numberText(discountPct, language)),
  ]
    .filter(Boolean)
    .join(' · ')
}
