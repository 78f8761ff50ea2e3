import type { EstimateDocument, EstimateLine, EstimateNode, ItemType } from '../../estimate-document.ts'
import {
  addFixed,
  compareFixed,
  fixedText,
  parseFixed,
  plainText,
  subtractFixed,
  type Fixed,
} from '../../fixed.ts'
import { customRounding, roundingPresets } from '../../rounding-policy.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import { sortBetween } from '../../sort-between.ts'
import type { ImportedEstimate } from '../imported-estimate.ts'
import type { LineGroup } from '../line-groups.ts'
import { groupsOfItem } from './assignments.ts'
import type { Bill, BillEntry, BillItem } from './bill.ts'

const usualRates = [
  { code: 'standard', percent: '19' },
  { code: 'reduced', percent: '7' },
  { code: 'none', percent: '0' },
]

/**
 * A bill as an estimate that rounds as GAEB does: numbers of the bill stay, what counts there counts here. Where the file
 * states a sum that is not what its items come to, a note says by how much.
 * @example billToEstimate(readGaeb(text)).document.nodes
 */
export function billToEstimate(bill: Bill): ImportedEstimate {
  const taker = new BillTaker(bill)
  taker.take(bill.entries, null, '')
  const document: EstimateDocument = {
    currency: /^[A-Z]{3}$/.test(bill.currency ?? '') ? (bill.currency ?? 'EUR') : 'EUR',
    rounding: bill.priceDigits === 3 ? customRounding('GAEB', { unitRate: 3 }) : roundingPresets.GAEB,
    nodes: taker.nodes,
    markups: [],
    vatRates: taker.rates,
    discount: bill.discount,
  }
  noteDifference(bill, document, taker.notes)
  const groups = { catalogues: bill.catalogues, byLine: taker.groups }
  return { name: bill.name, document, notes: taker.notes, groups }
}

class BillTaker {
  readonly nodes: EstimateNode[] = []
  readonly notes: string[] = []
  readonly rates = usualRates.map((rate) => ({ ...rate }))
  readonly groups = new Map<string, LineGroup[]>()
  readonly #bill: Bill
  /** Groups of which an alternative was accepted. */
  readonly #taken = new Set<string>()

  constructor(bill: Bill) {
    this.#bill = bill
    this.#noteTaken(bill.entries)
  }

  take(entries: readonly BillEntry[], parentId: string | null, above: string): void {
    let sort: string | null = null
    for (const entry of entries) {
      sort = sortBetween(sort, null)
      const id = `n${this.nodes.length + 1}`
      const place = { id, lineageId: id, parentId, sort }
      if (entry.kind === 'remark') {
        this.nodes.push({ ...place, kind: 'note', title: entry.title || '…', text: entry.text })
        continue
      }
      const number = entry.part === '' ? above : above === '' ? entry.part : `${above}.${entry.part}`
      const named = { ...place, number: number === '' ? null : number, title: entry.title || number || '…' }
      if (entry.kind === 'item') {
        this.nodes.push({ ...named, ...this.#line(entry, number) })
        const groups = groupsOfItem(entry, number, this.notes)
        if (groups.length > 0) this.groups.set(id, groups)
        continue
      }
      this.nodes.push({ ...named, kind: 'section' })
      this.take(entry.entries, id, number)
    }
  }

  #noteTaken(entries: readonly BillEntry[]): void {
    for (const entry of entries)
      if (entry.kind === 'category') this.#noteTaken(entry.entries)
      else if (entry.kind === 'item' && entry.accepted === true && (entry.alternative?.serial ?? 0) > 0)
        this.#taken.add(entry.alternative?.group ?? '')
  }

  #itemType({ accepted, alternative, type }: BillItem, number: string): ItemType {
    if (alternative === null) return types[type]
    if (alternative.serial !== 0) return 'alternative'
    if (accepted !== false || this.#taken.has(alternative.group)) return 'base'
    this.notes.push(
      `${number}: a base item that was rejected, with no alternative in its place, is taken as an alternative that is not chosen.`,
    )
    return 'alternative'
  }

  #line(
    item: BillItem,
    number: string,
  ): Omit<EstimateLine, 'id' | 'lineageId' | 'parentId' | 'sort' | 'title'> {
    const { alternative, type } = item
    if (alternative !== null && type !== 'normal')
      this.notes.push(
        `${number}: an alternative that is also ${typeWords[type]} is taken as an alternative only.`,
      )
    if (type === 'markup')
      this.notes.push(`${number}: an item that is a markup on others is taken as a sum. Price it by hand.`)
    const itemType = this.#itemType(item, number)
    const atFirst = chosen[itemType]
    const alone = itemType === 'lump_sum' && type === 'markup'
    // Of what is chosen or not the quantity counts: one, so that a sum stays that sum.
    const asOne = item.lumpSum && itemType !== 'lump_sum' && itemType !== 'text'
    if (asOne && alternative === null)
      this.notes.push(`${number}: a lump sum that is also ${typeWords[type]} is taken with the quantity 1.`)
    return {
      kind: 'line',
      text: item.text,
      unit: type === 'markup' ? '%' : item.unit === '-' ? null : item.unit,
      quantity: alone || asOne ? '1' : item.quantity,
      unitRate: item.notOffered ? null : (item.price ?? (alone || asOne ? item.total : null)),
      itemType,
      ...(alternative !== null && { altGroup: alternative.group, altNo: alternative.serial }),
      ...(atFirst !== undefined && { selected: itemType === 'base' ? atFirst : (item.accepted ?? atFirst) }),
      discountPct: item.discountPct,
      vatRate: this.#rateOf(item.vat ?? this.#bill.vat),
      resources: [],
      classifications: [],
    }
  }

  #rateOf(percent: string | null): string {
    if (percent === null) return 'standard'
    const exact = parseFixed(percent)
    const known = this.rates.find((rate) => compareFixed(parseFixed(rate.percent), exact) === 0)
    if (known) return known.code
    const code = `vat ${plainText(exact)}`
    this.rates.push({ code, percent: plainText(exact) })
    return code
  }
}

const types: Readonly<Record<BillItem['type'], ItemType>> = {
  normal: 'normal',
  with_total: 'optional_with_total',
  without_total: 'optional_without_total',
  lump_sum: 'lump_sum',
  daywork: 'daywork',
  markup: 'lump_sum',
  text: 'text',
}

const typeWords: Readonly<Record<BillItem['type'], string>> = {
  normal: 'an item',
  with_total: 'provisional',
  without_total: 'provisional',
  lump_sum: 'a lump sum',
  daywork: 'daywork',
  markup: 'a markup',
  text: 'left out',
}

/** What GAEB counts until somebody chooses. */
const chosen: Readonly<Partial<Record<ItemType, boolean>>> = {
  base: false,
  alternative: false,
  optional_with_total: true,
  optional_without_total: false,
}

function noteDifference(bill: Bill, document: EstimateDocument, notes: string[]): void {
  if (bill.total === null) return
  const own = parseFixed(rollUpEstimate(document).net)
  const difference = subtractFixed(own, parseFixed(bill.total))
  if (difference.units !== 0n)
    notes.push(
      `The file states a sum of ${bill.total}; its items come to ${fixedText(own)}, ${signed(difference)}.`,
    )
}

const signed = (amount: Fixed): string => {
  const text = fixedText(addFixed(amount, { units: 0n, scale: 2 }))
  return amount.units < 0n ? `${text.slice(1)} less` : `${text} more`
}
