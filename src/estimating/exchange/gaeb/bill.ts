import type { FileCatalogue } from '../line-groups.ts'

/** A bill of quantities as GAEB DA XML has it. Numbers are decimal strings as they stand in the file. */
export interface Bill {
  /** What the file is for: 81 bill, 83 tender, 84 offer, 86 contract … */
  phase: string
  name: string
  project: string | null
  currency: string | null
  entries: BillEntry[]
  /** The sum the file states for the whole, before VAT and discount; null where it states none. */
  total: string | null
  /** Off the whole. */
  discount: { kind: 'percent' | 'fixed'; value: string } | null
  /** Of what has no rate of its own, in per cent. */
  vat: string | null
  /** How many digits unit prices have: 2 or 3. */
  priceDigits: 2 | 3
  /** What its items are assigned in beside the bill itself: cost groups, places … */
  catalogues: FileCatalogue[]
}

export type BillEntry = BillCategory | BillItem | BillRemark

/** What an entry of a bill that was made here was made of. */
interface Made {
  node?: string
}

export interface BillCategory extends Made {
  kind: 'category'
  /** Its part of the number: `01`. Empty where only a level is filled. */
  part: string
  title: string
  entries: BillEntry[]
  /** The sum the file states. */
  total: string | null
}

export interface BillItem extends Made {
  kind: 'item'
  /** Its part of the number, with the index: `0010`, `0010.a`. */
  part: string
  /** `text`: it falls away. */
  type: 'normal' | 'with_total' | 'without_total' | 'lump_sum' | 'daywork' | 'markup' | 'text'
  /** It is one sum, whatever else it is (provisional, an alternative): its price is not multiplied. */
  lumpSum: boolean
  /** Which items stand for each other: 0 is the base, others are its alternatives. */
  alternative: { group: string; serial: number } | null
  /**
   * What was decided in a contract: an alternative or an option is taken (true), a base item or an option is not (false).
   * Null where nothing was.
   */
  accepted: boolean | null
  /** Null where the bidder says how much. */
  quantity: string | null
  unit: string | null
  title: string
  text: string | null
  price: string | null
  discountPct: string | null
  total: string | null
  vat: string | null
  notOffered: boolean
  /** Where it belongs in the catalogues of the bill. */
  assigned: BillAssignment[]
}

/** The part of an item that belongs to one code of a catalogue. */
export interface BillAssignment {
  catalogue: string
  code: string
  /** How much of the item: per cent of it, or so much in its unit. Null where the file does not say. */
  part: { kind: 'percent' | 'quantity'; value: string } | null
}

export interface BillRemark extends Made {
  kind: 'remark'
  title: string
  text: string | null
}
