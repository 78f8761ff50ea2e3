import { must } from '#base/assert.ts'
import type { EstimateDocument } from './estimate-document.ts'
import { addFixed, negateFixed, parseFixed, zero, type Fixed } from './fixed.ts'

/** One amount for each VAT code, in the order of `VatCodes`. */
export type ByCode = Fixed[]

/** The VAT codes of a version in their order, and last the empty one, for lines without a code that is known. */
export interface VatCodes {
  codes: readonly string[]
  percents: readonly Fixed[]
  /** The position of a line's code. */
  indexOf: (code: string | null) => number
}

/** @example vatCodes(document).indexOf('standard') // 0 */
export function vatCodes({ vatRates }: EstimateDocument): VatCodes {
  const positions = new Map(vatRates.map(({ code }, at) => [code, at]))
  return {
    codes: [...vatRates.map(({ code }) => code), ''],
    percents: [...vatRates.map(({ percent }) => parseFixed(percent)), zero],
    indexOf: (code) => (code === null ? undefined : positions.get(code)) ?? vatRates.length,
  }
}

/** Nothing for every code. */
export const noAmounts = ({ codes }: VatCodes): ByCode => codes.map(() => zero)

/** Adds to the amount of one code. */
export function addToCode(amounts: ByCode, at: number, amount: Fixed): void {
  amounts[at] = addFixed(must(amounts[at]), amount)
}

/** The sums of several, code by code. */
export function addByCode(first: ByCode, ...others: readonly ByCode[]): ByCode {
  return first.map((amount, at) => others.reduce((sum, other) => addFixed(sum, must(other[at])), amount))
}

/** Every amount with the other sign: what is taken off stands among what is added. */
export const negateByCode = (amounts: ByCode): ByCode => amounts.map(negateFixed)
