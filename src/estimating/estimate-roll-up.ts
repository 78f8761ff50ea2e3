import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { countsInTotal } from './counts-in-total.ts'
import { vatOn } from './charge-vat.ts'
import type { EstimateDocument, EstimateLine } from './estimate-document.ts'
import { growTree, isLine, type EstimateTree, type Place } from './estimate-tree.ts'
import { addFixed, negateFixed, roundFixed, zero, type Fixed } from './fixed.ts'
import { readyMarkups, type ReadyMarkup } from './markup-basis.ts'
import type { DirectBasis } from './markup-cascade.ts'
import { nameBadNumbers } from './name-bad-numbers.ts'
import { rollUpLine, type RolledLine } from './roll-up-line.ts'
import type { CountedLine } from './spread-markups.ts'
import { addToCode, noAmounts, vatCodes, type ByCode, type VatCodes } from './vat-codes.ts'

/**
 * An estimate with all its lines worked out, and the sums that its end is reckoned from. When one line changes only that
 * line is worked out again; the sums lose what it was and gain what it is.
 * @example
 * const rolled = new EstimateRollUp(document)
 * rolled.recalculateLine({ ...line, quantity: '12.5' })
 * summarise(rolled).gross
 */
export class EstimateRollUp {
  readonly document: EstimateDocument
  readonly tree: EstimateTree
  readonly markups: ReadyMarkup[]
  readonly codes: VatCodes
  /** Per markup, what the lines that count add to it. */
  readonly bases: DirectBasis[]
  /** The lines that count, by VAT code: their totals, and VAT on each of them. */
  readonly direct: ByCode
  readonly lineVat: ByCode
  readonly byType: Fixed[]
  readonly #rolled = new Map<string, RolledLine>()
  readonly #sections = new Map<string, Fixed>()
  readonly #selected = new Map<string, number>()
  readonly #nothing: Fixed

  /** Refuses with `invalid` a tree that is none, a markup that cannot be reckoned, and numbers that are none. */
  constructor(document: EstimateDocument) {
    try {
      this.document = document
      this.tree = growTree(document.nodes)
      this.markups = readyMarkups(document, this.tree)
      this.codes = vatCodes(document)
      this.direct = noAmounts(this.codes)
      this.lineVat = noAmounts(this.codes)
      this.bases = this.markups.map(() => ({ direct: noAmounts(this.codes), units: zero }))
      this.#nothing = roundFixed(zero, document.rounding.lineTotal, 'half_up')
      this.byType = Array.from({ length: 5 }, () => this.#nothing)
      const lines = this.tree.inOrder.filter(isLine)
      for (const { node } of lines) this.#noteChoice(node, 1)
      for (const place of lines) {
        this.#rolled.set(place.node.id, rollUpLine(place.node, document.rounding))
        this.#add(place, 1)
      }
      this.#sumSections()
    } catch (error) {
      throw nameBadNumbers(error, document)
    }
  }

  /** A line worked out. */
  line(id: string): RolledLine {
    return must(this.#rolled.get(id), `no line ${id}`)
  }

  counts(line: EstimateLine): boolean {
    return countsInTotal(line, (group) => this.selectedIn(group) > 0)
  }

  /** How many alternatives of a group are selected. */
  selectedIn(group: string): number {
    return this.#selected.get(group) ?? 0
  }

  /** The lines that count, in their order. */
  counted(): CountedLine[] {
    const counted: CountedLine[] = []
    for (const place of this.tree.inOrder) {
      if (isLine(place) && this.counts(place.node)) counted.push({ place, rolled: this.line(place.node.id) })
    }
    return counted
  }

  /**
   * What a node adds to the sum above it: a section the lines in it, a line its total where it counts, others nothing.
   */
  total(place: Place): Fixed {
    if (isLine(place)) return this.counts(place.node) ? this.line(place.node.id).total : this.#nothing
    return this.#sections.get(place.node.id) ?? this.#nothing
  }

  /**
   * Takes in a line that was changed where it stands. Costs that line, the sections above it, and the bases of its group
   * when a choice was made. Refuses with `invalid` a line that is not there or was moved.
   */
  recalculateLine(line: EstimateLine): RolledLine {
    const place = this.tree.byId.get(line.id)
    const old = place && isLine(place) ? place.node : null
    if (!place || !old || old.parentId !== line.parentId || old.sort !== line.sort)
      throw invalid([
        {
          path: 'id',
          code: 'not_in_place',
          message: `“${line.title}” is not in this place of the estimate.`,
        },
      ])
    const rolled = this.#workOut(line)
    const touched = this.#touchedBy(place as Place<EstimateLine>, line)
    for (const each of touched) this.#add(each, -1, true)
    this.#noteChoice(old, -1)
    this.#noteChoice(line, 1)
    place.node = line
    this.#rolled.set(line.id, rolled)
    for (const each of touched) this.#add(each, 1, true)
    return rolled
  }

  /** The line, and when a choice in its group may change, the bases that it stands for. */
  #touchedBy(place: Place<EstimateLine>, next: EstimateLine): Place<EstimateLine>[] {
    const groups = [place.node, next].flatMap((line) => choiceOf(line) ?? [])
    if (groups.length === 0 || choiceOf(place.node) === choiceOf(next)) return [place]
    const bases = this.tree.inOrder.filter(isLine).filter(({ node }) => node.itemType === 'base')
    return [place, ...bases.filter((base) => base !== place && groups.includes(base.node.altGroup ?? ''))]
  }

  #noteChoice(line: EstimateLine, change: number): void {
    const group = choiceOf(line)
    if (group !== null) this.#selected.set(group, this.selectedIn(group) + change)
  }

  /** All numbers of a line are read before a sum is touched: a bad one leaves everything as it was. */
  #workOut(line: EstimateLine): RolledLine {
    try {
      const rolled = rollUpLine(line, this.document.rounding)
      this.markups.forEach((markup) => markup.directPart(rolled))
      return rolled
    } catch (error) {
      throw nameBadNumbers(error, line)
    }
  }

  #add(place: Place<EstimateLine>, sign: 1 | -1, upwards = false): void {
    if (!this.counts(place.node)) return
    const rolled = this.line(place.node.id)
    const signed = (amount: Fixed): Fixed => (sign === 1 ? amount : negateFixed(amount))
    const code = this.codes.indexOf(rolled.line.vatRate)
    addToCode(this.direct, code, signed(rolled.total))
    if (this.document.rounding.vatAt === 'line')
      addToCode(this.lineVat, code, signed(vatOn(rolled.total, code, this.codes, this.document.rounding)))
    rolled.byType.forEach((part, at) => {
      this.byType[at] = addFixed(must(this.byType[at]), signed(part))
    })
    this.markups.forEach((ready, at) => {
      if (!ready.covers(place)) return
      const basis = must(this.bases[at])
      addToCode(basis.direct, code, signed(ready.directPart(rolled)))
      basis.units = addFixed(basis.units, signed(ready.units(rolled)))
    })
    if (!upwards) return
    for (let at = place.parent; at; at = at.parent)
      this.#sections.set(at.node.id, addFixed(this.total(at), signed(rolled.total)))
  }

  /** From the last node to the first: each is complete before it is added to the section it stands in. */
  #sumSections(): void {
    for (let at = this.tree.inOrder.length - 1; at >= 0; at--) {
      const place = must(this.tree.inOrder[at])
      if (place.parent) {
        const above = place.parent.node.id
        this.#sections.set(above, addFixed(this.#sections.get(above) ?? this.#nothing, this.total(place)))
      }
    }
  }
}

/** The group in which a line was chosen instead of the base. */
const choiceOf = (line: EstimateLine): string | null =>
  line.itemType === 'alternative' && line.selected === true ? (line.altGroup ?? null) : null
