import { AppError } from '#base/app-error.ts'
import type { EstimateDocument, EstimateLine } from '../../estimate-document.ts'
import { growTree, type Place } from '../../estimate-tree.ts'
import {
  fixedText,
  isZero,
  multiplyFixed,
  parseFixed,
  percentOf,
  powerOfTen,
  roundFixed,
  sizeOf,
  subtractFixed,
  type Fixed,
} from '../../fixed.ts'
import { outlineNumbers } from '../../outline-numbers.ts'
import type { LineGroups } from '../line-groups.ts'
import type { OfferLine } from '../offer/offer.ts'
import { offerOf } from '../offer/offer-of.ts'
import { acceptedOf, takenGroups } from './accepted.ts'
import type { Bill, BillEntry, BillItem } from './bill.ts'
import { numberBill } from './number-bill.ts'

export interface MadeBill {
  bill: Bill
  /** The whole number in the bill of each line. */
  numbers: ReadonlyMap<string, string>
  notes: string[]
}

/** A tender without prices (83), prices without words (84), or a contract with both and what was chosen (86). */
export type GaebPhase = '83' | '84' | '86'

interface Asked {
  phase: GaebPhase
  name: string
  project: string | null
  /** Markups that no line of their own is written for: they are in the prices. */
  hiddenMarkups: ReadonlySet<string>
  /** Where lines belong; prices (84) have no place for it. */
  groups?: LineGroups | null
}

/** Levels a bill may have above its items. */
const mostLevels = 6

/**
 * An estimate as a bill of quantities. Prices hold every markup, as the offer has them; items count as GAEB counts them. What
 * GAEB has no place for is said in the notes.
 */
export function estimateToBill(document: EstimateDocument, asked: Asked): MadeBill {
  const maker = new BillMaker(document, asked)
  const entries = maker.entriesOf(growTree(document.nodes).roots, 1, asked.name)
  const fixed = new Set(document.nodes.filter(({ number }) => number != null).map(({ id }) => id))
  const numbers = numberBill(entries, outlineNumbers(document.nodes), fixed)
  const { discount, rounding } = document
  const bill: Bill = {
    phase: asked.phase,
    name: asked.name,
    project: asked.project,
    currency: document.currency,
    entries,
    total: null,
    discount: discount ?? null,
    vat: maker.mainRate,
    priceDigits: (rounding.unitRate ?? 3) > 2 ? 3 : 2,
    catalogues: asked.phase === '84' ? [] : [...(asked.groups?.catalogues ?? [])],
  }
  return { bill, numbers, notes: maker.notes }
}

class BillMaker {
  readonly notes: string[] = []
  /** The rate most of the offer bears. */
  readonly mainRate: string | null
  readonly #lines: ReadonlyMap<string, OfferLine>
  readonly #rates: ReadonlyMap<string, string>
  readonly #groups = new Map<string, string>()
  readonly #serials = new Map<string, number>()
  readonly #priceDigits: number
  readonly #asked: Asked
  /** Groups of which an alternative was chosen. */
  readonly #taken: ReadonlySet<string>

  constructor(document: EstimateDocument, asked: Asked) {
    this.#asked = asked
    this.#taken = takenGroups(document.nodes)
    const markups = new Set([...asked.hiddenMarkups, ...document.markups.map(({ key }) => key)])
    const { entries, sums } = offerOf(document, { nodes: new Set(), markups })
    this.#lines = new Map(
      entries.flatMap((entry) => (entry.kind === 'line' ? [[entry.id ?? '', entry]] : [])),
    )
    this.#rates = new Map(document.vatRates.map(({ code, percent }) => [code, percent]))
    this.#priceDigits = (document.rounding.unitRate ?? 3) > 2 ? 3 : 2
    const [widest] = sums.vat.toSorted((a, b) => Number(b.base) - Number(a.base))
    this.mainRate = widest?.percent ?? document.vatRates[0]?.percent ?? null
    if (!isZero(parseFixed(sums.unlisted)))
      this.notes.push(`Markups of ${sums.unlisted} have no item to go into and are not in the file.`)
  }

  /** What stands in one place of the bill: either categories or items, as GAEB wants it. */
  entriesOf(places: readonly Place[], level: number, title: string): BillEntry[] {
    if (level > mostLevels) return places.flatMap((place) => this.#flat(place))
    if (!places.some(({ node }) => node.kind === 'section'))
      return places.flatMap((place) => this.#flat(place))
    const entries: BillEntry[] = []
    let loose: BillEntry[] = []
    const close = (): void => {
      const items = loose.some(({ kind }) => kind === 'item')
      if (items) entries.push({ kind: 'category', part: '', title, entries: loose, total: null })
      else entries.push(...loose)
      loose = []
    }
    for (const place of places) {
      const { node, children } = place
      if (node.kind !== 'section') {
        loose.push(...this.#flat(place))
        continue
      }
      close()
      const inside = this.entriesOf(children, level + 1, node.title)
      entries.push({
        kind: 'category',
        part: '',
        title: node.title,
        entries: inside,
        total: null,
        node: node.id,
      })
    }
    close()
    return entries
  }

  /** Items and words in a row; a section below the last level is told as words before what is in it. */
  #flat({ node, children }: Place): BillEntry[] {
    if (node.kind === 'subtotal') return []
    if (node.kind === 'line' && node.itemType !== 'text') return [this.#item(node)]
    const words: BillEntry = { kind: 'remark', title: node.title, text: node.text ?? null, node: node.id }
    return [words, ...children.flatMap((child) => this.#flat(child))]
  }

  #item(line: EstimateLine): BillEntry {
    const offered = this.#lines.get(line.id)
    // Of a markup a contract asks what it is on, which a sum does not say.
    const markup = line.itemType === 'lump_sum' && line.unit === '%' && this.#asked.phase !== '86'
    const type = markup ? 'markup' : typeOf(line)
    const percent = line.vatRate === null ? undefined : this.#rates.get(line.vatRate)
    const item: BillItem = {
      kind: 'item',
      part: '',
      type,
      lumpSum: type === 'lump_sum',
      alternative: this.#alternativeOf(line),
      accepted: this.#asked.phase === '86' ? acceptedOf(line, this.#taken) : null,
      quantity: type === 'lump_sum' ? '1' : line.quantity,
      unit: this.#unitOf(line),
      title: line.title,
      text: line.text ?? null,
      price: offered?.price ?? null,
      discountPct: offered?.discountPct ?? null,
      total: null,
      vat: percent ?? '0',
      notOffered: (offered?.price ?? null) === null,
      assigned: this.#assignedTo(line.id),
    }
    return { ...this.#priced(item), node: line.id }
  }

  /** What quantity and price come to with the digits they have in the file. */
  #priced(item: BillItem): BillItem {
    if (item.price === null) return item
    const price = roundFixed(parseFixed(item.price), this.#priceDigits, 'half_up')
    const quantity = roundFixed(parseFixed(item.quantity ?? '0'), 3, 'half_up')
    requireRoom(item.title, 'quantity', quantity, 8)
    requireRoom(item.title, 'price', price, 10)
    const amount = roundFixed(multiplyFixed(price, quantity), 2, 'half_up')
    const off = item.discountPct
      ? roundFixed(percentOf(amount, parseFixed(item.discountPct)), 2, 'half_up')
      : { units: 0n, scale: 2 }
    return {
      ...item,
      price: fixedText(price),
      quantity: item.quantity === null ? null : fixedText(quantity),
      total: fixedText(subtractFixed(amount, off)),
    }
  }

  #assignedTo(line: string): BillItem['assigned'] {
    const groups = this.#asked.phase === '84' ? undefined : this.#asked.groups?.byLine.get(line)
    return (groups ?? []).map(({ catalogue, code, share }) => ({
      catalogue,
      code,
      part: { kind: 'percent', value: share },
    }))
  }

  #unitOf({ unit, title }: EstimateLine): string | null {
    if (unit === null || unit.length <= 4) return unit
    const short = unit.slice(0, 4)
    this.notes.push(
      `“${title}”: the unit “${unit}” is written as “${short}”: GAEB has room for four letters.`,
    )
    return short
  }

  #alternativeOf({ itemType, altGroup, id }: EstimateLine): BillItem['alternative'] {
    if (itemType !== 'alternative' && (itemType !== 'base' || altGroup == null)) return null
    const key = altGroup ?? id
    let group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, (group = String(this.#groups.size + 1)))
    if (itemType === 'base') return { group, serial: 0 }
    const serial = (this.#serials.get(key) ?? 0) + 1
    this.#serials.set(key, serial)
    if (serial > 9)
      this.notes.push(`Group ${key} has more than nine alternatives: GAEB has numbers for nine.`)
    return { group, serial: Math.min(serial, 9) }
  }
}

/** GAEB has eight digits for quantities and ten for prices before the point. */
function requireRoom(title: string, what: string, { units, scale }: Fixed, most: number): void {
  if (sizeOf(units) >= powerOfTen(most + scale))
    throw new AppError('invalid', `“${title}”: the ${what} has more digits than GAEB has room for.`)
}

function typeOf({ itemType }: EstimateLine): BillItem['type'] {
  switch (itemType) {
    case 'optional_with_total':
      return 'with_total'
    case 'optional_without_total':
      return 'without_total'
    case 'lump_sum':
      return 'lump_sum'
    case 'daywork':
      return 'daywork'
    default:
      return 'normal'
  }
}
