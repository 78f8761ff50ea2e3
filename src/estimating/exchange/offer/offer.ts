import type { ItemType } from '../../estimate-document.ts'
import type { VatTotals } from '../../estimate-totals.ts'

/**
 * What a customer is told of a version: prices with everything in them that they are not shown by itself. Amounts are
 * decimal strings.
 */
export interface Offer {
  currency: string
  /** In the order of the document. */
  entries: OfferEntry[]
  sums: OfferSums
}

export type OfferEntry = OfferSection | OfferLine | OfferNote | OfferSum

interface Entry {
  /** Of its node; of what is not listed singly the section's, null at the top. */
  id: string | null
  parentId: string | null
  /** 1 at the top. */
  depth: number
}

export interface OfferSection extends Entry {
  kind: 'section'
  number: string
  title: string
  text: string | null
  total: string
}

export interface OfferLine extends Entry {
  kind: 'line'
  number: string
  title: string
  text: string | null
  itemType: ItemType
  quantity: string
  unit: string
  /** Null where there is none yet. */
  price: string | null
  discountPct: string | null
  total: string
  /** Whether the total takes part in the sums; an option that does not keeps its own. */
  counts: boolean
  vatRate: string | null
}

export interface OfferNote extends Entry {
  kind: 'note'
  title: string
  text: string | null
}

/** A subtotal, or what a section holds beside the lines that are listed. */
export interface OfferSum extends Entry {
  kind: 'subtotal' | 'unlisted'
  title: string
  total: string
}

/** `lines` + `markups` + `unlisted` + `rounding` = `net`; `net` − `discount` = `afterDiscount`. */
export interface OfferSums {
  lines: string
  markups: { label: string; amount: string }[]
  /** Markups that are neither shown nor have a line to go into. */
  unlisted: string
  /** What prices lose or gain by being rounded once markups are in them. */
  rounding: string
  net: string
  discount: string
  discountPct: string | null
  afterDiscount: string
  vat: VatTotals[]
  vatAmount: string
  gross: string
}
