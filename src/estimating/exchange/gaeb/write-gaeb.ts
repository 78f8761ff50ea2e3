import type { EstimateSummary } from '../../estimate-totals.ts'
import { fixedText, parseFixed, roundFixed } from '../../fixed.ts'
import { element, writeXml, type XmlNode, type XmlPart } from '#base/xml/write-xml.ts'
import type { Bill, BillCategory, BillEntry, BillItem } from './bill.ts'
import { breakdownOf } from './bill-breakdown.ts'
import { descriptionOf, paragraphs } from './gaeb-text.ts'
import { digits, money, oneLine } from './gaeb-values.ts'
import { assignmentsOf, cataloguesOf } from './write-assignments.ts'

/** Somebody with an address, as far as it is known. */
interface GaebParty {
  name: string
  street: string
  postalCode: string
  city: string
}

/** Who writes a file, and when. */
export interface GaebMeta {
  /** `2026-11-22`. */
  day: string
  /** Who offers, in an X84 and an X86. */
  bidder: GaebParty
  /** Who orders, in an X86. */
  owner?: GaebParty | null
  /** What the file has no place for, told at its head. */
  notes?: readonly string[]
}

/**
 * Writes GAEB DA XML 3.3: a tender without any price (X83), an offer, which has prices and no words (X84): whoever asked
 * for it knows its own bill; or a contract with both, and with what was chosen (X86).
 * @param sums of the whole, for what has prices
 */
export function writeGaeb(bill: Bill, sums: EstimateSummary, meta: GaebMeta): string {
  const [priced, worded] = [bill.phase !== '83', bill.phase !== '84']
  const writer = new GaebWriter({ priced, worded }, bill.vat)
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
        ...(worded ? [element('Cur', bill.currency), element('UPFracDig', String(bill.priceDigits))] : []),
      ]),
      element('Award', [
        element('DP', bill.phase),
        element('AwardInfo', [element('Cur', bill.currency), element('BidDate', priced ? meta.day : null)]),
        bill.phase === '86' ? partyOf('OWN', meta.owner ?? nobody) : null,
        priced ? partyOf('CTR', meta.bidder) : null,
        element(
          'BoQ',
          [
            element('BoQInfo', [
              element('Name', oneLine(bill.name, 20)),
              element('LblBoQ', worded ? oneLine(bill.name, 60) : null),
              element('OutlCompl', worded ? 'AllTxt' : null),
              ...breakdownOf(bill.entries),
              ...(priced ? [wholeTotals(bill, sums)] : []),
              ...cataloguesOf(bill.catalogues),
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

const nobody: GaebParty = { name: '', street: '', postalCode: '', city: '' }

const partyOf = (as: 'OWN' | 'CTR', { name, street, postalCode, city }: GaebParty): XmlPart =>
  element(as, [
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
  readonly #worded: boolean
  readonly #vat: string | null

  constructor({ priced, worded }: { priced: boolean; worded: boolean }, vat: string | null) {
    this.#priced = priced
    this.#worded = worded
    this.#vat = vat
  }

  body(all: readonly BillEntry[]): XmlPart[] {
    const entries = this.#worded ? all : all.filter(({ kind }) => kind !== 'remark')
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
        element('LblTx', this.#worded ? paragraphs(title) : null),
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
    return element('Item', this.#worded ? this.#asked(item) : this.#prices(item), attributes)
  }

  #asked(item: BillItem): XmlPart[] {
    const { accepted, alternative, type, quantity, unit } = item
    const provisional = type === 'with_total' ? 'WithTotal' : type === 'without_total' ? 'WithoutTotal' : null
    const decided = provisional === null || alternative !== null ? null : accepted
    return [
      ...alternativeOf(item),
      element('Provis', provisional),
      element('ProvisAccpt', decided === null ? null : decided ? 'Yes' : 'No'),
      element('LumpSumItem', item.lumpSum ? 'Yes' : null),
      element('HourIt', type === 'daywork' ? 'Yes' : null),
      quantity === null ? element('QtyTBD', 'Yes') : element('Qty', digits(quantity, 3)),
      element('QU', oneLine(unit ?? '-', 4)),
      ...assignmentsOf(item.assigned),
      ...(this.#priced && item.price !== null ? this.#price(item) : []),
      this.#ownVat(item),
      descriptionOf(item.title, item.text),
    ]
  }

  #prices(item: BillItem): XmlPart[] {
    if (item.notOffered || item.price === null) return [element('NotOffered', 'Yes')]
    return [
      element('Qty', item.quantity && digits(item.quantity, 3)),
      ...this.#price(item),
      this.#ownVat(item),
    ]
  }

  #price({ price, discountPct, total }: BillItem): XmlPart[] {
    return [
      element('UP', price),
      element('DiscountPcnt', discountPct && digits(discountPct, 6)),
      element('IT', total),
    ]
  }

  #markup(item: BillItem): XmlPart[] {
    if (this.#priced) return [element('IT', item.total)]
    return [
      ...alternativeOf(item),
      element('MarkupType', 'AllInCat'),
      descriptionOf(item.title, item.text),
      ...assignmentsOf(item.assigned),
    ]
  }

  #ownVat({ vat }: BillItem): XmlPart {
    // A tender has no totals that could say which rate holds for the rest.
    const said = this.#priced && vat === this.#vat
    return element('VAT', vat === null || said ? null : money(vat))
  }
}

const alternativeOf = ({ alternative, accepted }: BillItem): XmlPart[] =>
  alternative
    ? [
        element('ALNGroupNo', alternative.group),
        element('ALNSerNo', String(alternative.serial)),
        element('Accepted', accepted === null ? null : accepted ? 'AltAccept' : 'BasReject'),
      ]
    : []

/** What of it GAEB counts. */
function sumOf(entries: readonly BillEntry[]): string {
  const units = (of: readonly BillEntry[]): bigint =>
    of.reduce((sum, entry) => {
      if (entry.kind === 'remark') return sum
      if (entry.kind === 'category') return sum + units(entry.entries)
      return counts(entry) && entry.total !== null
        ? sum + roundFixed(parseFixed(entry.total), 2, 'half_up').units
        : sum
    }, 0n)
  return fixedText({ units: units(entries), scale: 2 })
}

function counts({ accepted, alternative, type }: BillItem): boolean {
  const atFirst = alternative ? alternative.serial === 0 : type !== 'without_total'
  return accepted ?? atFirst
}
