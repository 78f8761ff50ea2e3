import type { EstimateDocument, EstimateLine } from '../../estimate-document.ts'
import { EstimateRollUp } from '../../estimate-roll-up.ts'
import type { EstimateTotals } from '../../estimate-totals.ts'
import { isRolled } from '../../estimate-tree.ts'
import {
  divideFixed,
  fixedText,
  isZero,
  multiplyFixed,
  one,
  parseFixed,
  percentOf,
  plainText,
  roundFixed,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '../../fixed.ts'
import { totalsOf } from '../../roll-up-estimate.ts'

/** What one line is offered at. */
export interface OfferPrice {
  price: string | null
  discountPct: string | null
  total: Fixed
  counts: boolean
}

/**
 * The prices of lines with the markups in them that go into the rates or are not to be seen. A line that carries nothing
 * keeps its rate and total to the last digit; another one gets a price that is rounded and multiplied again, so that
 * quantity × price is the total everywhere.
 */
export class OfferPrices {
  readonly totals: EstimateTotals
  readonly #rolled: EstimateRollUp
  /** How much dearer the lines that count became; options that do not count are offered in the same proportion. */
  readonly #dearer: Fixed

  constructor(document: EstimateDocument, hiddenMarkups: ReadonlySet<string>) {
    const markups = document.markups.map((markup) =>
      hiddenMarkups.has(markup.key) ? { ...markup, spread: 'into_rates' as const } : markup,
    )
    this.#rolled = new EstimateRollUp({ ...document, markups })
    this.totals = totalsOf(this.#rolled)
    const counted = this.#rolled.counted().map(({ node }) => this.totals.line(node.id))
    const direct = sumFixed(counted.map(({ total }) => parseFixed(total)))
    const offered = sumFixed(counted.map(({ net }) => parseFixed(net)))
    this.#dearer = isZero(direct) ? one : divideFixed(offered, direct, 12, 'half_up')
  }

  /** @example new OfferPrices(document, new Set(['profit'])).of(line).price // '132.09' */
  of(line: EstimateLine): OfferPrice {
    const totals = this.totals.line(line.id)
    const rate = totals.unitRate === null ? null : parseFixed(totals.unitRate)
    const unchanged = totals.counts ? isZero(parseFixed(totals.carried)) : isOne(this.#dearer)
    const times = this.#timesOf(line.id)
    if (rate === null || unchanged || isZero(times))
      return {
        price: totals.unitRate,
        discountPct: isZero(parseFixed(totals.discount)) ? null : (line.discountPct ?? null),
        total: parseFixed(totals.total),
        counts: totals.counts,
      }
    return totals.counts
      ? this.#priced(divideFixed(parseFixed(totals.net), times, 12, 'half_up'), times, true)
      : this.#priced(multiplyFixed(afterDiscount(rate, line), this.#dearer), times, false)
  }

  #priced(exact: Fixed, times: Fixed, counts: boolean): OfferPrice {
    const { unitRate, lineTotal, mode } = this.#rolled.document.rounding
    const price = roundFixed(exact, unitRate ?? 2, mode)
    const total = roundFixed(multiplyFixed(price, times), lineTotal, mode)
    return { price: plainText(price), discountPct: null, total, counts }
  }

  #timesOf(id: string): Fixed {
    const place = this.#rolled.tree.byId.get(id)
    return place && isRolled(place) ? place.rolled.times : zero
  }
}

const isOne = (value: Fixed): boolean => isZero(subtractFixed(value, one))

const afterDiscount = (rate: Fixed, { discountPct }: EstimateLine): Fixed =>
  discountPct ? subtractFixed(rate, percentOf(rate, parseFixed(discountPct))) : rate

/** With the digits of money. */
export const moneyOf = (amount: Fixed, digits: number): string =>
  fixedText(roundFixed(amount, digits, 'half_up'))
