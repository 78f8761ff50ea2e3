import type { Language } from '#contracts/language.ts'
import type { Offer } from '#estimating/exchange/offer/offer.ts'

/** Everything that is printed on an offer. It holds nothing that a customer must not read. */
export interface OfferLetter {
  language: Language
  sender: {
    name: string
    /** Address and what else stands at the head of its letters, line by line. */
    letterhead: string | null
    /** `#2f5d50`. */
    accent: string | null
    /** A PNG without transparency. */
    logo: Uint8Array | null
  }
  /** Name and address, line by line. */
  recipient: readonly string[]
  number: string
  name: string
  project: string | null
  version: string
  /** Null while it is no offer yet. */
  issuedOn: string | null
  validUntil: string | null
  /** What is said before the prices. */
  words: string | null
  terms: string | null
  /** How amounts were rounded. */
  rounding: string
  /** SHA-256 of the contents. */
  contentHash: string | null
  offer: Offer
}
