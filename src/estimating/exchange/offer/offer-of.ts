import { must } from '#base/assert.ts'
import type { EstimateDocument } from '../../estimate-document.ts'
import type { EstimateTotals } from '../../estimate-totals.ts'
import { growTree, type Place } from '../../estimate-tree.ts'
import { addFixed, isZero, parseFixed, subtractFixed, sumFixed, zero, type Fixed } from '../../fixed.ts'
import { outlineNumbers } from '../../outline-numbers.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import type { Offer, OfferEntry, OfferSums } from './offer.ts'
import { moneyOf, OfferPrices, type OfferPrice } from './offer-prices.ts'

/** What of a version is not told. */
export interface Untold {
  /** Nodes, with all that is in them. */
  nodes: ReadonlySet<string>
  /** Markups by key. */
  markups: ReadonlySet<string>
}

export const nothingUntold: Untold = { nodes: new Set(), markups: new Set() }

/**
 * A version as it is offered. Net, VAT and gross are those of the version to the cent, whatever is not told: hidden markups
 * are in the prices, hidden lines in one sum of their section.
 * @example offerOf(document, { nodes: new Set(), markups: new Set(['profit']) }).sums.gross
 */
export function offerOf(document: EstimateDocument, untold: Untold = nothingUntold): Offer {
  const own = rollUpEstimate(document)
  const writer = new OfferWriter(document, untold)
  const lines = writer.write()
  return {
    currency: document.currency,
    entries: writer.entries,
    sums: sumsOf(document, own, writer, lines, untold),
  }
}

class OfferWriter {
  readonly entries: OfferEntry[] = []
  readonly prices: OfferPrices
  readonly digits: number
  readonly #document: EstimateDocument
  readonly #untold: Untold
  readonly #numbers: Map<string, string>

  constructor(document: EstimateDocument, untold: Untold) {
    this.#document = document
    this.#untold = untold
    this.#numbers = outlineNumbers(document.nodes)
    this.prices = new OfferPrices(document, untold.markups)
    this.digits = document.rounding.lineTotal
  }

  /** Writes everything and answers the sum of the lines that count. */
  write(): Fixed {
    return this.#siblings(growTree(this.#document.nodes).roots, null, 1)
  }

  #siblings(places: readonly Place[], parentId: string | null, depth: number): Fixed {
    let [all, sinceSubtotal, unlisted] = [zero, zero, zero]
    for (const place of places) {
      const { node } = place
      if (node.kind === 'subtotal' && !this.#untold.nodes.has(node.id)) {
        const total = moneyOf(sinceSubtotal, this.digits)
        this.entries.push({ kind: 'subtotal', id: node.id, parentId, depth, title: node.title, total })
        sinceSubtotal = zero
        continue
      }
      const hidden = this.#untold.nodes.has(node.id)
      const total = hidden ? this.#hiddenTotal(place) : this.#told(place, depth)
      if (hidden) unlisted = addFixed(unlisted, total)
      sinceSubtotal = addFixed(sinceSubtotal, total)
      all = addFixed(all, total)
    }
    if (!isZero(unlisted)) {
      const total = moneyOf(unlisted, this.digits)
      this.entries.push({ kind: 'unlisted', id: parentId, parentId, depth, title: '', total })
    }
    return all
  }

  #told({ node, children, parent }: Place, depth: number): Fixed {
    const words = { title: node.title, text: node.text ?? null }
    const place = { id: node.id, parentId: parent?.node.id ?? null, depth }
    if (node.kind === 'note' || node.kind === 'subtotal') {
      this.entries.push({ kind: 'note', ...place, ...words })
      return zero
    }
    const number = must(this.#numbers.get(node.id))
    if (node.kind === 'line') {
      const price = this.prices.of(node)
      const { itemType, unit, vatRate } = node
      const quantity = this.prices.totals.line(node.id).quantity
      const told = { ...place, ...words, number, itemType, quantity, unit: unit ?? '', vatRate }
      this.entries.push({ kind: 'line', ...told, ...price, total: moneyOf(price.total, this.digits) })
      return addedBy(price)
    }
    const at = this.entries.push({ kind: 'section', ...place, ...words, number, total: '' }) - 1
    const total = this.#siblings(children, node.id, depth + 1)
    this.entries[at] = { kind: 'section', ...place, ...words, number, total: moneyOf(total, this.digits) }
    return total
  }

  #hiddenTotal({ node, children }: Place): Fixed {
    if (node.kind === 'line') return addedBy(this.prices.of(node))
    return sumFixed(children.map((child) => this.#hiddenTotal(child)))
  }
}

const addedBy = ({ counts, total }: OfferPrice): Fixed => (counts ? total : zero)

function sumsOf(
  { discount: given, rounding }: EstimateDocument,
  own: EstimateTotals,
  { prices, digits }: OfferWriter,
  lines: Fixed,
  untold: Untold,
): OfferSums {
  const { net, discount, afterDiscount, vat, vatAmount, gross } = own
  const below = prices.totals.markups.filter(({ spread }) => spread === 'own_line')
  const amounts = below.map(({ amount }) => parseFixed(amount))
  const finest = Math.max(digits, rounding.markup)
  const told = sumFixed([lines, ...amounts])
  return {
    lines: moneyOf(lines, digits),
    markups: below
      .filter(({ key }) => !untold.markups.has(key))
      .map(({ label, amount }) => ({ label, amount })),
    unlisted: moneyOf(sumFixed(amounts.filter((_, at) => untold.markups.has(below[at]?.key ?? ''))), finest),
    rounding: moneyOf(subtractFixed(parseFixed(net), told), finest),
    net,
    discount,
    discountPct: given?.kind === 'percent' ? given.value : null,
    afterDiscount,
    vat,
    vatAmount,
    gross,
  }
}
