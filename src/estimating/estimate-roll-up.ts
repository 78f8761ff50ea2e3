import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { vatOn } from './charge-vat.ts'
import { countsInTotal } from './counts-in-total.ts'
import { resourceTypes, type EstimateDocument, type EstimateLine } from './estimate-document.ts'
import { growTree, isLine, isRolled, type EstimateTree, type LinePlace } from './estimate-tree.ts'
import { addFixed, negateFixed, roundFixed, subtractFixed, zero, type Fixed } from './fixed.ts'
import { readyMarkups, type ReadyMarkup } from './markup-basis.ts'
import type { DirectBasis } from './markup-cascade.ts'
import { nameBadNumbers } from './name-bad-numbers.ts'
import { rollUpLine, type RolledLine } from './roll-up-line.ts'
import { sumUnits } from './split-amount.ts'
import { TypeSums } from './type-sums.ts'
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
  /** As it was given: the lines that were recalculated stand in `tree`. */
  readonly document: EstimateDocument
  readonly tree: EstimateTree
  readonly markups: ReadyMarkup[]
  readonly codes: VatCodes
  /** VAT on each of the lines that count, by code; nothing where it is charged on the document. */
  readonly lineVat: ByCode
  /** The lines that count, by VAT code and type. */
  readonly #sums: TypeSums[]
  /** What is added line by line: the bases of markups that do not follow from those sums. */
  readonly #bases: DirectBasis[]
  readonly #selected = new Map<string, number>()
  readonly #nothing: Fixed

  /** Refuses with `invalid` a tree that is none, a markup that cannot be reckoned, and numbers that are none. */
  constructor(document: EstimateDocument) {
    try {
      this.document = document
      this.tree = growTree(document.nodes)
      this.markups = readyMarkups(document, this.tree)
      this.codes = vatCodes(document)
      this.lineVat = noAmounts(this.codes)
      this.#sums = this.codes.codes.map(() => new TypeSums())
      this.#bases = this.markups.map(() => ({ direct: noAmounts(this.codes), units: zero }))
      this.#nothing = roundFixed(zero, document.rounding.lineTotal, 'half_up')
      for (const { node } of this.tree.inOrder) if (node.kind === 'line') this.#noteChoice(node, 1)
      for (const place of this.tree.inOrder) {
        place.total = this.#nothing
        if (isLine(place)) place.rolled = rollUpLine(place.node, document.rounding)
        if (isRolled(place)) this.#putIn(place)
      }
      this.#sumSections()
    } catch (error) {
      throw nameBadNumbers(error, document)
    }
  }

  /** The totals of the lines that count, by VAT code. */
  get direct(): ByCode {
    return this.#byCode(sumUnits)
  }

  /** The lines that count, in the order of `resourceTypes`; in units of the totals' scale. */
  get byType(): bigint[] {
    const byCode = this.#sums.map((sums) => sums.units)
    return resourceTypes.map((_, at) => sumUnits(byCode.map((units) => must(units[at]))))
  }

  /** Per markup, what the lines that count add to it. */
  get bases(): DirectBasis[] {
    return this.markups.map(({ ofTypes }, at) =>
      ofTypes ? { direct: this.#byCode(ofTypes), units: zero } : must(this.#bases[at]),
    )
  }

  #byCode(units: (types: readonly bigint[]) => bigint): ByCode {
    return this.#sums.map((sums) => ({ units: units(sums.units), scale: this.#nothing.scale }))
  }

  /** The lines that count, in their order. */
  counted(): LinePlace[] {
    return this.tree.inOrder.filter((place): place is LinePlace => place.counts && isRolled(place))
  }

  /** How many alternatives of a group are selected. */
  selectedIn(group: string): number {
    return this.#selected.get(group) ?? 0
  }

  /**
   * Takes in a line that was changed where it stands. Costs that line, the sections above it, and the bases of its group
   * when a choice was made. Refuses with `invalid` a line that is not there or was moved.
   */
  recalculateLine(line: EstimateLine): RolledLine {
    const place = this.tree.byId.get(line.id)
    if (!place || !isRolled(place) || place.node.parentId !== line.parentId || place.node.sort !== line.sort)
      throw invalid([
        {
          path: 'id',
          code: 'not_in_place',
          message: `“${line.title}” is not in this place of the estimate.`,
        },
      ])
    const rolled = this.#workOut(line)
    const touched = this.#touchedBy(place, line)
    for (const each of touched) this.#change(each, -1)
    this.#noteChoice(place.node, -1)
    this.#noteChoice(line, 1)
    place.node = line
    place.rolled = rolled
    for (const each of touched) this.#replace(each)
    return rolled
  }

  /** All numbers of a line are read before a sum is touched: a bad one leaves everything as it was. */
  #workOut(line: EstimateLine): RolledLine {
    try {
      const rolled = rollUpLine(line, this.document.rounding)
      for (const { directPart } of this.markups) directPart(rolled)
      return rolled
    } catch (error) {
      throw nameBadNumbers(error, line)
    }
  }

  /** The line, and when a choice in its group may change, the bases that it stands for. */
  #touchedBy(place: LinePlace, next: EstimateLine): LinePlace[] {
    const groups = [choiceOf(place.node), choiceOf(next)]
    if (groups[0] === groups[1]) return [place]
    const bases = this.tree.inOrder.filter((each): each is LinePlace => {
      if (each === place || !isRolled(each) || each.node.itemType !== 'base') return false
      return each.node.altGroup != null && groups.includes(each.node.altGroup)
    })
    return [place, ...bases]
  }

  #noteChoice(line: EstimateLine, change: number): void {
    const group = choiceOf(line)
    if (group !== null) this.#selected.set(group, this.selectedIn(group) + change)
  }

  /** Puts a line in again, and tells the sections above it what that changed. */
  #replace(place: LinePlace): void {
    const before = place.total
    this.#putIn(place)
    const change = subtractFixed(place.total, before)
    for (let at = place.parent; at; at = at.parent) at.total = addFixed(at.total, change)
  }

  #putIn(place: LinePlace): void {
    place.counts = countsInTotal(place.node, this.#isTaken)
    place.total = place.counts ? place.rolled.total : this.#nothing
    this.#change(place, 1)
  }

  readonly #isTaken = (group: string): boolean => this.selectedIn(group) > 0

  /** Adds what a line comes to, or takes it away. */
  #change(place: LinePlace, sign: 1 | -1): void {
    if (!place.counts) return
    const { rolled } = place
    const code = this.codes.indexOf(rolled.line.vatRate)
    const policy = this.document.rounding
    if (policy.vatAt === 'line')
      addToCode(this.lineVat, code, signed(vatOn(rolled.total, code, this.codes, policy), sign))
    must(this.#sums[code]).change(rolled, sign)
    for (let at = 0; at < this.markups.length; at++) {
      const ready = must(this.markups[at])
      if (ready.ofTypes || !ready.covers(place)) continue
      const basis = must(this.#bases[at])
      addToCode(basis.direct, code, signed(ready.directPart(rolled), sign))
      if (ready.markup.kind === 'per_unit')
        basis.units = addFixed(basis.units, signed(ready.units(rolled), sign))
    }
  }

  /** From the last node to the first: each is complete before it is added to the section it stands in. */
  #sumSections(): void {
    for (let at = this.tree.inOrder.length - 1; at >= 0; at--) {
      const { parent, total } = must(this.tree.inOrder[at])
      if (parent) parent.total = addFixed(parent.total, total)
    }
  }
}

const signed = (amount: Fixed, sign: 1 | -1): Fixed => (sign === 1 ? amount : negateFixed(amount))

/** The group in which a line was chosen instead of the base. */
const choiceOf = (line: EstimateLine): string | null =>
  line.itemType === 'alternative' && line.selected === true ? (line.altGroup ?? null) : null
