import type { Language } from '#contracts/language.ts'
import type { OfferEntry } from '#estimating/exchange/offer/offer.ts'
import { markOf } from '../exchange/pdf/mark-of.ts'
import { offerWords } from '../exchange/pdf/offer-words.ts'

/** A row of an offer on a screen. Amounts are decimal texts, null where there is none. */
export interface OfferRow {
  /** How far in it stands, from 0. */
  depth: number
  number: string
  title: string
  /** What is special about it: “Optional, not in the total”. */
  mark: string
  quantity: string | null
  unit: string
  price: string | null
  total: string | null
}

const nothing = { number: '', mark: '', quantity: null, unit: '', price: null, total: null }

/** What the offer on paper says of its lines, row by row, in its words. */
export const offerRows = (entries: readonly OfferEntry[], language: Language): OfferRow[] =>
  entries.map((entry): OfferRow => {
    const row = { ...nothing, depth: entry.depth - 1, title: entry.title }
    switch (entry.kind) {
      case 'section':
        return { ...row, number: entry.number, total: entry.total }
      case 'line': {
        const { number, quantity, unit, price, total } = entry
        return { ...row, number, mark: markOf(entry, language), quantity, unit, price, total }
      }
      case 'unlisted':
        return { ...row, title: offerWords[language].unlisted, total: entry.total }
      case 'subtotal':
        return { ...row, total: entry.total }
      case 'note':
        return row
    }
  })
