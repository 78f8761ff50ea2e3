import type { EstimateSummary } from '../../estimate-totals.ts'
import { fixedText, parseFixed, roundFixed } from '../../fixed.ts'
import { element, writeXml, type XmlNode, type XmlPart } from '#base/xml/write-xml.ts'
import type { Bill, BillCategory, BillEntry, BillItem } from './bill.ts'
import { breakdownOf } from './bill-breakdown.ts'
import { descriptionOf, paragraphs } from './gaeb-text.ts'

/** Who writes a file, and when. */
export interface GaebMeta {
  /** `2026-11-22`. */
  day: string
  /** Who offers, in an X84. */
  bidder: { name: string; street: string; postalCode: string; city: string }
  /** What the file has no place for, told at its head. */
  notes?: readonly string[]
}

/**
 * Writes GAEB DA XML 3.3: a tender without any price (X83), or an offer, which has prices and no words (X84): whoever asked
 * for it knows its own bill.
 * @param sums of the whole, for an offer
 */
export function writeGaeb(bill: Bill, sums: EstimateSummary, meta: GaebMeta): string {
  const priced = bill.phase === '84'
  const writer = new GaebWriter(priced, bill.vat)
  const root: XmlNode = {
    name: 'GAEB',
    attributes: { xmlns: `http://www.gaeb.de/GAEB_DA_XML/DA${bill.phase}/3.3` },
    content: [
      element('GAEBInfo', [
        element('Version', '3.3'),
        element('VersDate', '2021-05'),
        element('Date', meta.day),
        element('ProgSystem', 'Formwork'),
      ]),
      element('PrjInfo', [
        element('NamePrj', oneLine(bill.project ?? bill.name, 60)),
        element('LblPrj', oneLine(bill.project ?? bill.name, 100)),
        ...(priced ? [] : [element('Cur', bill.currency), element('UPFracDig', String(bill.priceDigits))]),
      ]),
      element('Award', [
        element('DP', bill.phase),
        element('AwardInfo', [element('Cur', bill.currency), element('BidDate', priced ? meta.day : null)]),
        ...(priced ? [bidderOf(meta.bidder)] : []),
        element(
          'BoQ',
          [
            element('BoQInfo', [
              element('Name', oneLine(bill.name, 20)),
              element('LblBoQ', priced ? null : oneLine(bill.name, 60)),
              element('OutlCompl', priced ? null : 'AllTxt'),
              ...breakdownOf(bill.entries),
              ...(priced ? [wholeTotals(bill, sums)] : []),
            ]),
            element('BoQBody', writer.body(bill.entries)),
          ],
          { ID: 'boq' },
        ),
      ]),
    ],
  }
  return writeXml(root, meta.notes)
}

const bidderOf = ({ name, street, postalCode, city }: GaebMeta['bidder']): XmlPart =>
  element('CTR', [
    element('Address', [
      element('Name1', oneLine(name, 40)),
      element('Street', oneLine(street, 40)),
      element('PCode', oneLine(postalCode, 20)),
      element('City', oneLine(city, 40)),
    ]),
  ])

function wholeTotals(
  bill: Bill,
  { net, discount, afterDiscount, vat, vatAmount, gross }: EstimateSummary,
): XmlPart {
  const off = bill.discount
  return element('Totals', [
    element('Total', money(net)),
    ...(off
      ? [
          off.kind === 'percent'
            ? element('DiscountPcnt', digits(off.value, 6))
            : element('DiscountAmt', money(discount)),
          element('TotAfterDisc', money(afterDiscount)),
        ]
      : []),
    element('VAT', bill.vat === null ? null : money(bill.vat)),
    element('TotalNet', money(afterDiscount)),
    ...(vat.length > 1
      ? vat.map(({ percent, base, amount }) =>
          element('VATPart', [element('TotalNetPart', money(base)), element('VATAmount', money(amount))], {
            VATPcnt: money(percent),
          }),
        )
      : []),
    element('VATAmount', money(vatAmount)),
    element('TotalGross', money(gross)),
  ])
}

class GaebWriter {
  #ids = 0
  readonly #priced: boolean
  readonly #vat: string | null

  constructor(priced: boolean, vat: string | null) {
    this.#priced = priced
    this.#vat = vat
  }

  body(all: readonly BillEntry[]): XmlPart[] {
    const entries = this.#priced ? all.filter(({ kind }) => kind !== 'remark') : all
    if (!entries.some(({ kind }) => kind === 'item')) return entries.map((entry) => this.#entry(entry))
    return [
      element(
        'Itemlist',
        entries.map((entry) => this.#entry(entry)),
      ),
    ]
  }

  #entry(entry: BillEntry): XmlPart {
    const ID = `e${++this.#ids}`
    if (entry.kind === 'category') return this.#category(entry, ID)
    if (entry.kind === 'item') return this.#item(entry, ID)
    return element('Remark', [descriptionOf(entry.title, entry.text)], { ID })
  }

  #category({ part, title, entries }: BillCategory, ID: string): XmlPart {
    return element(
      'BoQCtgy',
      [
        element('LblTx', this.#priced ? null : paragraphs(title)),
        element('BoQBody', this.body(entries)),
        element('Totals', this.#priced ? [element('Total', sumOf(entries))] : null),
      ],
      { ID, RNoPart: part },
    )
  }

  #item(item: BillItem, ID: string): XmlPart {
    const [RNoPart = '', index] = item.part.split('.')
    const attributes = { ID, RNoPart, ...(index !== undefined && { RNoIndex: index }) }
    if (item.type === 'markup') return element('MarkupItem', this.#markup(item), attributes)
    return element('Item', this.#priced ? this.#prices(item) : this.#asked(item), attributes)
  }

  #asked(item: BillItem): XmlPart[] {
    const { alternative, type, quantity, unit } = item
    const provisional = { with_total: 'WithTotal', without_total: 'WithoutTotal' } as const
    return [
      ...alternativeOf(alternative),
      element('Provis', type === 'with_total' || type === 'without_total' ? provisional[type] : null),
      element('LumpSumItem', item.lumpSum ? 'Yes' : null),
      element('HourIt', type === 'daywork' ? 'Yes' : null),
      quantity === null ? element('QtyTBD', 'Yes') : element('Qty', digits(quantity, 3)),
      element('QU', oneLine(unit ?? '-', 4)),
      this.#ownVat(item),
      descriptionOf(item.title, item.text),
    ]
  }

  #prices(item: BillItem): XmlPart[] {
    if (item.notOffered || item.price === null) return [element('NotOffered', 'Yes')]
    return [
      element('Qty', item.quantity && digits(item.quantity, 3)),
      element('UP', item.price),
      element('DiscountPcnt', item.discountPct && digits(item.discountPct, 6)),
      element('IT', item.total),
      this.#ownVat(item),
    ]
  }

  #markup(item: BillItem): XmlPart[] {
    if (this.#priced) return [element('IT', item.total)]
    return [
      ...alternativeOf(item.alternative),
      element('MarkupType', 'AllInCat'),
      descriptionOf(item.title, item.text),
    ]
  }

  #ownVat({ vat }: BillItem): XmlPart {
    // A tender has no totals that could say which rate holds for the rest.
    const said = this.#priced && vat === this.#vat
    return element('VAT', vat === null || said ? null : money(vat))
  }
}

const alternativeOf = (alternative: BillItem['alternative']): XmlPart[] =>
  alternative
    ? [element('ALNGroupNo', alternative.group), element('ALNSerNo', String(alternative.serial))]
    : []

/** What of it GAEB counts. */
function sumOf(entries: readonly BillEntry[]): string {
  const units = (of: readonly BillEntry[]): bigint =>
    of.reduce((sum, entry) => {
      if (entry.kind === 'remark') return sum
      if (entry.kind === 'category') return sum + units(entry.entries)
      const counts = entry.type !== 'without_total' && (entry.alternative?.serial ?? 0) === 0
      return counts && entry.total !== null
        ? sum + roundFixed(parseFixed(entry.total), 2, 'half_up').units
        : sum
    }, 0n)
  return fixedText({ units: units(entries), scale: 2 })
}

const digits = (value: string, count: number): string =>
  fixedText(roundFixed(parseFixed(value), count, 'half_up'))

const money = (value: string): string => digits(value, 2)

const oneLine = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)
