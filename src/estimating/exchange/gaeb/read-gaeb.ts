import { AppError } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import { elementAt, elementsIn, readXml, textAt, type XmlElement } from '#base/xml/read-xml.ts'
import type { Bill, BillCategory, BillEntry, BillItem, BillRemark } from './bill.ts'
import { detailText, outlineText, wordsIn } from './gaeb-text.ts'

const refuse = (message: string): AppError => new AppError('invalid', message)

/**
 * Reads GAEB DA XML (X81 to X86, versions 3.0 to 3.3: elements go by their names). Throws `invalid` for what is damaged, is
 * no GAEB file, holds no bill, or has numbers that are none.
 * @example readGaeb(text).entries
 */
export function readGaeb(text: string): Bill {
  const root = readXml(text)
  if (root.name !== 'GAEB') throw refuse(`This is no GAEB file: it begins with “${root.name.slice(0, 60)}”.`)
  const award = elementAt(root, 'Award')
  const boq = elementAt(award, 'BoQ')
  if (!award || !boq) throw refuse('The GAEB file holds no bill of quantities.')
  const info = elementAt(boq, 'BoQInfo')
  const totals = elementAt(info, 'Totals')
  const percent = numberAt(totals, 'DiscountPcnt')
  const fixed = numberAt(totals, 'DiscountAmt')
  return {
    phase: textAt(award, 'DP') ?? '',
    name:
      textAt(info, 'LblBoQ') ??
      textAt(root, 'PrjInfo', 'LblPrj') ??
      textAt(info, 'Name') ??
      textAt(root, 'PrjInfo', 'NamePrj') ??
      'GAEB',
    project: textAt(root, 'PrjInfo', 'LblPrj') ?? textAt(root, 'PrjInfo', 'NamePrj'),
    currency: textAt(award, 'AwardInfo', 'Cur') ?? textAt(root, 'PrjInfo', 'Cur'),
    entries: entriesOf(elementAt(boq, 'BoQBody')),
    total: numberAt(totals, 'Total'),
    discount: percent ? { kind: 'percent', value: percent } : fixed ? { kind: 'fixed', value: fixed } : null,
    vat: numberAt(totals, 'VAT'),
    priceDigits: textAt(root, 'PrjInfo', 'UPFracDig') === '3' ? 3 : 2,
  }
}

function entriesOf(body: XmlElement | undefined): BillEntry[] {
  return elementsIn(body).flatMap((element): BillEntry[] => {
    switch (element.name) {
      case 'BoQCtgy':
        return [categoryOf(element)]
      case 'Itemlist':
        return entriesOf(element)
      case 'Item':
        return itemsOf(element)
      case 'MarkupItem':
        return [{ ...itemOf(element), type: 'markup' }]
      case 'Remark':
      case 'PerfDescr':
        return [remarkOf(element)]
      default:
        return []
    }
  })
}

function categoryOf(element: XmlElement): BillCategory {
  const label = elementAt(element, 'LblTx')
  return {
    kind: 'category',
    part: element.attributes.RNoPart?.trim() ?? '',
    title: label ? wordsIn(label) : '',
    // Older files put the list of items right below the category.
    entries: [
      ...elementsIn(element, 'BoQBody').flatMap(entriesOf),
      ...elementsIn(element, 'Itemlist').flatMap(entriesOf),
    ],
    total: numberAt(elementAt(element, 'Totals'), 'Total'),
  }
}

/** An item; one whose price is asked for each of its descriptions is told as text, with an item for each. */
function itemsOf(element: XmlElement): BillItem[] {
  const item = itemOf(element)
  const parts = elementsIn(element, 'SubDescr')
  if (parts.length === 0) return [item]
  const below = parts.map((part): BillItem => ({
    ...item,
    ...describedBy(part),
    part: `${item.part}.${textAt(part, 'SubDNo') ?? ''}`,
    quantity: numberAt(part, 'Qty'),
    unit: textAt(part, 'QU') ?? item.unit,
    price: numberAt(part, 'UP'),
    total: null,
  }))
  return [{ ...item, type: 'text', alternative: null }, ...below]
}

function itemOf(element: XmlElement): BillItem {
  const group = textAt(element, 'ALNGroupNo')
  const { RNoPart = '', RNoIndex } = element.attributes
  return {
    kind: 'item',
    part: RNoIndex ? `${RNoPart.trim()}.${RNoIndex.trim()}` : RNoPart.trim(),
    type: typeOf(element),
    lumpSum: says(element, 'LumpSumItem'),
    alternative: group === null ? null : { group, serial: Number(textAt(element, 'ALNSerNo') ?? '0') },
    quantity: textAt(element, 'QtyTBD') === 'Yes' ? null : numberAt(element, 'Qty'),
    unit: textAt(element, 'QU'),
    ...describedBy(element),
    price: numberAt(element, 'UP'),
    discountPct: numberAt(element, 'DiscountPcnt'),
    total: numberAt(element, 'IT'),
    vat: numberAt(element, 'VAT'),
    notOffered: textAt(element, 'NotOffered') === 'Yes',
  }
}

const says = (element: XmlElement, name: string): boolean => textAt(element, name) === 'Yes'

function typeOf(element: XmlElement): BillItem['type'] {
  if (textAt(element, 'NotAppl') !== null && !/^no$/i.test(textAt(element, 'NotAppl') ?? '')) return 'text'
  const provisional = textAt(element, 'Provis')
  if (provisional === 'WithoutTotal') return 'without_total'
  if (provisional === 'WithTotal') return 'with_total'
  if (says(element, 'LumpSumItem')) return 'lump_sum'
  return says(element, 'HourIt') ? 'daywork' : 'normal'
}

function describedBy(element: XmlElement): { title: string; text: string | null } {
  const description = elementAt(element, 'Description')
  const detail = detailText(description)
  const outline = outlineText(description)
  const title = outline ?? detail?.split('\n')[0]?.slice(0, 300) ?? ''
  return { title, text: detail === title ? null : detail }
}

function remarkOf(element: XmlElement): BillRemark {
  const label = textAt(element, 'PerfLbl')
  const { title, text } = describedBy(element)
  return { kind: 'remark', title: label ?? title, text: label === null ? text : (text ?? title) || null }
}

/** A number at a place, null where there is none. Files of some programs have a comma. */
function numberAt(parent: XmlElement | undefined, name: string): string | null {
  const text = textAt(parent, name)
  if (text === null) return null
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const number = /^-?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain
  if (!isDecimalText(number)) throw refuse(`“${text.slice(0, 40)}” is no number (${name}).`)
  return number
}
