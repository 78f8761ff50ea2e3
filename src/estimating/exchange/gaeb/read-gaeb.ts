import { AppError } from '#base/app-error.ts'
import { elementAt, elementsIn, readXml, textAt, type XmlElement } from '#base/xml/read-xml.ts'
import type { Bill, BillAssignment, BillCategory, BillEntry, BillItem, BillRemark } from './bill.ts'
import { detailText, outlineText, wordsIn } from './gaeb-text.ts'
import { numberAt } from './number-at.ts'
import { assignedTo, declaredIn, withInherited, type Declared } from './read-assignments.ts'

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
  const declared = declaredIn(info)
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
    entries: entriesOf(elementAt(boq, 'BoQBody'), { declared, assigned: assignedTo(info, declared) }),
    total: numberAt(totals, 'Total'),
    discount: percent ? { kind: 'percent', value: percent } : fixed ? { kind: 'fixed', value: fixed } : null,
    vat: numberAt(totals, 'VAT'),
    priceDigits: textAt(root, 'PrjInfo', 'UPFracDig') === '3' ? 3 : 2,
    catalogues: declared.catalogues,
  }
}

/** What holds for all that is in a place. */
interface Above {
  declared: Declared
  assigned: readonly BillAssignment[]
}

function entriesOf(body: XmlElement | undefined, above: Above): BillEntry[] {
  return elementsIn(body).flatMap((element): BillEntry[] => {
    switch (element.name) {
      case 'BoQCtgy':
        return [categoryOf(element, above)]
      case 'Itemlist':
        return entriesOf(element, above)
      case 'Item':
        return itemsOf(element, above)
      case 'MarkupItem':
        return [{ ...itemOf(element, above), type: 'markup' }]
      case 'Remark':
      case 'PerfDescr':
        return [remarkOf(element)]
      default:
        return []
    }
  })
}

function categoryOf(element: XmlElement, { declared, assigned }: Above): BillCategory {
  const below = { declared, assigned: withInherited(assignedTo(element, declared), assigned) }
  const label = elementAt(element, 'LblTx')
  return {
    kind: 'category',
    part: element.attributes.RNoPart?.trim() ?? '',
    title: label ? wordsIn(label) : '',
    // Older files put the list of items right below the category.
    entries: [
      ...elementsIn(element, 'BoQBody').flatMap((body) => entriesOf(body, below)),
      ...elementsIn(element, 'Itemlist').flatMap((body) => entriesOf(body, below)),
    ],
    total: numberAt(elementAt(element, 'Totals'), 'Total'),
  }
}

/** An item; one whose price is asked for each of its descriptions is told as text, with an item for each. */
function itemsOf(element: XmlElement, above: Above): BillItem[] {
  const item = itemOf(element, above)
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
    assigned: withInherited(assignedTo(part, above.declared), item.assigned),
  }))
  return [{ ...item, type: 'text', alternative: null, assigned: [] }, ...below]
}

function itemOf(element: XmlElement, { declared, assigned }: Above): BillItem {
  const group = textAt(element, 'ALNGroupNo')
  const { RNoPart = '', RNoIndex } = element.attributes
  return {
    kind: 'item',
    part: RNoIndex ? `${RNoPart.trim()}.${RNoIndex.trim()}` : RNoPart.trim(),
    type: typeOf(element),
    lumpSum: says(element, 'LumpSumItem'),
    alternative: group === null ? null : { group, serial: Number(textAt(element, 'ALNSerNo') ?? '0') },
    accepted: acceptedIn(element),
    quantity: textAt(element, 'QtyTBD') === 'Yes' ? null : numberAt(element, 'Qty'),
    unit: textAt(element, 'QU'),
    ...describedBy(element),
    price: numberAt(element, 'UP'),
    discountPct: numberAt(element, 'DiscountPcnt'),
    total: numberAt(element, 'IT'),
    vat: numberAt(element, 'VAT'),
    notOffered: textAt(element, 'NotOffered') === 'Yes',
    assigned: withInherited(assignedTo(element, declared), assigned),
  }
}

/** Of alternatives `Accepted` says it, of provisional items `ProvisAccpt`. */
function acceptedIn(element: XmlElement): boolean | null {
  const said = textAt(element, 'Accepted') ?? textAt(element, 'ProvisAccpt')
  if (said === 'AltAccept' || said === 'Yes') return true
  return said === 'BasReject' || said === 'No' ? false : null
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
