import { findColumns, type FoundColumn } from '../imports/find-columns.ts'
import type { InferredColumn } from '../imports/infer-columns.ts'

/** What a price book says of an item and its price. */
export type PriceBookPart = keyof typeof names

/** Where in a row what stands, and how its numbers are written. */
export type PriceBookColumns = Readonly<Partial<Record<PriceBookPart, FoundColumn>>>

export interface PriceBookShape {
  /** `cwicr`: the open price books of DDC; `plain`: any table with a code, a name, a unit and a price. */
  kind: 'cwicr' | 'plain'
  columns: PriceBookColumns
  /** The columns that make up the group, from the widest to the narrowest. */
  groups: readonly number[]
}

// The names that say what a column is, the best first; letters and digits only.
const names = {
  code: [
    'code',
    'itemcode',
    'resourcecode',
    'articlenumber',
    'article',
    'artikelnummer',
    'artikelnr',
    'nummer',
    'number',
    'sku',
    'nr',
    'no',
    'pos',
  ],
  name: [
    'name',
    'bezeichnung',
    'kurztext',
    'title',
    'item',
    'itemname',
    'artikel',
    'beschreibung',
    'description',
  ],
  type: ['type', 'typ', 'art', 'kostenart', 'kind', 'itemtype'],
  unit: ['unit', 'einheit', 'me', 'mengeneinheit', 'uom', 'qu'],
  price: [
    'price',
    'unitprice',
    'preis',
    'einheitspreis',
    'ep',
    'priceavg',
    'pricenet',
    'nettopreis',
    'listenpreis',
    'rate',
  ],
  low: ['pricelow', 'pricemin', 'low', 'von', 'preisvon'],
  high: ['pricehigh', 'pricemax', 'high', 'bis', 'preisbis'],
  average: ['priceaverage', 'pricemedian', 'mittel', 'preismittel'],
  basis: ['pricebasis', 'priceper', 'preiseinheit', 'pe', 'basis', 'per'],
  currency: ['currency', 'waehrung', 'währung', 'curr'],
  group: ['group', 'gruppe', 'warengruppe', 'category', 'kategorie', 'section'],
  subtype: ['subtype', 'untertyp'],
  description: ['longtext', 'langtext', 'details', 'notes', 'description', 'beschreibung'],
} satisfies Record<string, readonly string[]>

/** What a person calls them. */
export const priceBookWords: Readonly<Record<PriceBookPart, string>> = {
  code: 'Code',
  name: 'Name',
  type: 'Type',
  unit: 'Unit',
  price: 'Price',
  low: 'Low',
  high: 'High',
  average: 'Average',
  basis: 'Price per',
  currency: 'Currency',
  group: 'Group',
  subtype: 'Kind of type',
  description: 'Description',
}

const cwicrHeaders = ['resource_code', 'name', 'type', 'unit', 'price_avg', 'usage_count']

/**
 * Finds what the columns of a staged file are, by their names: `Artikelnummer;Bezeichnung;ME;EP` is code, name, unit and price.
 * What is missing is not in the answer; nothing is guessed from the values.
 */
export function priceBookShape(
  inferred: readonly InferredColumn[],
  headers: readonly string[],
): PriceBookShape {
  const cwicr = cwicrHeaders.every((header) => headers.includes(header))
  const columns = findColumns(names, inferred, headers)
  if (!cwicr) return { kind: 'plain', columns, groups: columns.group ? [columns.group.index] : [] }
  // The category is the coarsest there; where an item belongs, the other three say.
  const groups = ['parent_category', 'parent_collection'].flatMap((header) =>
    inferred.filter(({ index }) => headers[index] === header).map(({ index }) => index),
  )
  return { kind: 'cwicr', columns, groups }
}
