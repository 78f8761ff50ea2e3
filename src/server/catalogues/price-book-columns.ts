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
  /** Headers of the columns that nothing is read from. */
  unread: readonly string[]
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
  region: [
    'region',
    'priceregion',
    'preisregion',
    'regioncode',
    'gebiet',
    'preisgebiet',
    'bundesland',
    'area',
    'zone',
    'preiszone',
  ],
  minimum: [
    'minqty',
    'minquantity',
    'minimumquantity',
    'minimumqty',
    'fromquantity',
    'fromqty',
    'quantityfrom',
    'qtyfrom',
    'quantitybreak',
    'qtybreak',
    'pricebreak',
    'tier',
    'abmenge',
    'mengeab',
    'mindestmenge',
    'staffelmenge',
    'staffel',
    'staffelab',
    'mengenstaffel',
  ],
  from: [
    'validfrom',
    'effectivefrom',
    'effectivedate',
    'startdate',
    'gültigab',
    'gueltigab',
    'gültigvon',
    'gueltigvon',
    'giltab',
    'preisgültigab',
    'preisgueltigab',
  ],
  to: [
    'validto',
    'validuntil',
    'validtill',
    'effectiveto',
    'effectiveuntil',
    'enddate',
    'expirydate',
    'gültigbis',
    'gueltigbis',
    'giltbis',
    'preisgültigbis',
    'preisgueltigbis',
  ],
  supplier: [
    'supplier',
    'suppliername',
    'suppliernumber',
    'supplierno',
    'suppliernr',
    'vendor',
    'vendorname',
    'vendornumber',
    'vendorno',
    'lieferant',
    'lieferantenname',
    'lieferantname',
    'lieferantennummer',
    'lieferantennr',
    'lieferantnr',
    'kreditor',
    'kreditorennummer',
  ],
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
  region: 'Region',
  minimum: 'From quantity',
  from: 'Valid from',
  to: 'Valid to',
  supplier: 'Supplier',
}

/** Whether a file may say several prices of one item: something in it tells them apart. */
export const hasSeveralPrices = ({ columns }: PriceBookShape): boolean =>
  [columns.region, columns.minimum, columns.from, columns.to].some((column) => column !== undefined)

const cwicrHeaders = ['resource_code', 'name', 'type', 'unit', 'price_avg', 'usage_count']

/**
 * Finds what the columns of a staged file are, by their names: `Artikelnummer;Bezeichnung;ME;EP` is code, name, unit and price.
 * What is missing is not in the answer; nothing is guessed from the values. Parts that there is no place for (`without`) are
 * not looked for.
 */
export function priceBookShape(
  inferred: readonly InferredColumn[],
  headers: readonly string[],
  without: ReadonlySet<PriceBookPart> = new Set(),
): PriceBookShape {
  const kind = cwicrHeaders.every((header) => headers.includes(header)) ? 'cwicr' : 'plain'
  const { group, ...columns } = findColumns(names, inferred, headers)
  for (const part of without) delete columns[part as keyof typeof columns]
  // The category is the coarsest there; where an item belongs, the other three say.
  const groups =
    kind === 'plain'
      ? [group].flatMap((column) => column?.index ?? [])
      : ['parent_category', 'parent_collection'].flatMap((header) =>
          inferred.filter(({ index }) => headers[index] === header).map(({ index }) => index),
        )
  const read = new Set([...groups, ...Object.values(columns).map(({ index }) => index)])
  const unread = inferred
    .filter(({ index }) => !read.has(index))
    .flatMap(({ index }) => headers[index]?.trim() || [])
  return { kind, columns, groups, unread }
}
