import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import {
  resourceTypes,
  type EstimateLine,
  type EstimateResource,
  type ResourceType,
} from './estimate-document.ts'
import {
  addFixed,
  isZero,
  multiplyFixed,
  parseFixed,
  percentOf,
  roundFixed,
  subtractFixed,
  zero,
  type Fixed,
  type RoundingMode,
} from './fixed.ts'
import { haveBothSigns, splitAmount } from './split-amount.ts'

/** A line worked out. Amounts are rounded by the policy; what it takes of its resources is exact. */
export interface RolledLine {
  line: EstimateLine
  quantity: Fixed
  /** What the rate is multiplied by: the quantity, for a lump sum 1, for a text 0. */
  times: Fixed
  /** The rate that is shown and multiplied; null when there is none. */
  rate: Fixed | null
  rateFrom: 'resources' | 'manual' | 'override' | 'none'
  /** What of the rate no resource explains: the override's difference, or all of a rate without resources. */
  adjustment: Fixed
  /** Quantity × rate. */
  amount: Fixed
  discount: Fixed
  /** Amount − discount. */
  total: Fixed
  /** The total by type, in the order of `resourceTypes`. */
  byType: Fixed[]
}

/**
 * Works out one line by itself, whether it counts or not:
 * `rate = round(Σ round(quantity per unit × price, componentAmount), unitRate)`, or the override, or the rate that was
 * typed; `amount = round(quantity × rate, lineTotal)`, and for a lump sum `round(rate, lineTotal)`.
 * @example rollUpLine(line, roundingPresets.GAEB).total // { units: 15020, scale: 2 }
 */
export function rollUpLine(line: EstimateLine, policy: RoundingPolicy): RolledLine {
  const { mode, lineTotal } = policy
  const quantity = roundTo(parseFixed(line.quantity ?? '0'), policy.qty, mode)
  const { rate, rateFrom, adjustment, weights } = unitRate(line, policy)
  const times = timesOf(line, quantity)
  const amount = roundFixed(multiplyFixed(times, rate ?? zero), lineTotal, mode)
  const discount = line.discountPct
    ? percentOf(amount, parseFixed(line.discountPct), lineTotal, mode)
    : roundFixed(zero, lineTotal, mode)
  const total = isZero(discount) ? amount : subtractFixed(amount, discount)
  return {
    line,
    quantity,
    times,
    rate,
    rateFrom,
    adjustment,
    amount,
    discount,
    total,
    byType: splitAmount(total, inMoney(weights, times)),
  }
}

function timesOf({ itemType }: EstimateLine, quantity: Fixed): Fixed {
  if (itemType === 'text') return zero
  return itemType === 'lump_sum' ? one : quantity
}

const one: Fixed = { units: 1, scale: 0 }

/** Splitting asks for amounts only where parts have both signs (`splitAmount`); else the rates do, and are smaller. */
const inMoney = (weights: Fixed[], times: Fixed): Fixed[] =>
  haveBothSigns(weights) ? weights.map((weight) => multiplyFixed(weight, times)) : weights

interface UnitRate extends Pick<RolledLine, 'rate' | 'rateFrom' | 'adjustment'> {
  /** The rate by type before anything but coefficients was rounded. */
  weights: Fixed[]
}

function unitRate(line: EstimateLine, policy: RoundingPolicy): UnitRate {
  const { mode } = policy
  const weights: Fixed[] = [zero, zero, zero, zero, zero]
  let sum = zero
  for (const resource of line.resources) {
    const exact = multiplyFixed(coefficientOf(resource, policy), parseFixed(resource.price))
    sum = addFixed(sum, roundTo(exact, policy.componentAmount, mode))
    const type = typeIndex[resource.type]
    weights[type] = addFixed(must(weights[type]), exact)
  }
  const ofResources = line.resources.length > 0 ? roundTo(sum, policy.unitRate, mode) : null
  const typed = line.unitRateOverride ?? (ofResources ? null : line.unitRate)
  if (typed === null) {
    return { rate: ofResources, rateFrom: ofResources ? 'resources' : 'none', adjustment: zero, weights }
  }
  const rate = roundTo(parseFixed(typed), policy.unitRate, mode)
  const adjustment = subtractFixed(rate, ofResources ?? zero)
  weights[typeIndex.other] = addFixed(must(weights[typeIndex.other]), adjustment)
  return { rate, rateFrom: line.unitRateOverride == null ? 'manual' : 'override', adjustment, weights }
}

/** What one unit of a line takes of a resource, as the policy rounds it. */
export const coefficientOf = (resource: EstimateResource, policy: RoundingPolicy): Fixed =>
  roundTo(parseFixed(resource.qtyPerUnit), policy.coefficient, policy.mode)

const roundTo = (value: Fixed, digits: number | null, mode: RoundingMode): Fixed =>
  digits === null ? value : roundFixed(value, digits, mode)

const typeIndex = Object.fromEntries(resourceTypes.map((type, at) => [type, at])) as Record<
  ResourceType,
  number
>
