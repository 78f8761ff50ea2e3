import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { isUnpriced, typeIndex, type EstimateLine, type EstimateResource } from './estimate-document.ts'
import {
  addFixed,
  multiplyFixed,
  one,
  parseFixed,
  percentOf,
  powerOfTen,
  roundFixed,
  subtractFixed,
  unitsAt,
  zero,
  type Fixed,
  type RoundingMode,
} from './fixed.ts'
import { rollUpShort } from './roll-up-short.ts'
import { haveBothSigns, splitUnits, sumUnits } from './split-amount.ts'

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
  /** The total by type, in the order of `resourceTypes`; in units of the total's scale. */
  byType: bigint[]
  /** The same where the line is kept in safe integers. */
  shortByType?: readonly number[]
}

/**
 * Works out one line by itself, whether it counts or not:
 * `rate = round(Σ round(quantity per unit × price, componentAmount), unitRate)`, or the override, or the rate that was
 * typed; none while one of its resources has no price. `amount = round(quantity × rate, lineTotal)`, and for a lump sum `round(rate, lineTotal)`.
 * @example rollUpLine(line, roundingPresets.GAEB).total // { units: 15020n, scale: 2 }
 */
export function rollUpLine(line: EstimateLine, policy: RoundingPolicy): RolledLine {
  return rollUpShort(line, policy) ?? rollUpLong(line, policy)
}

function rollUpLong(line: EstimateLine, policy: RoundingPolicy): RolledLine {
  const { mode, lineTotal } = policy
  const quantity = roundTo(parseFixed(line.quantity ?? '0'), policy.qty, mode)
  const costs = sumCosts(line.resources, policy)
  const { rate, rateFrom, adjustment } = unitRate(line, costs, policy)
  const times = timesOf(line, quantity)
  const amount = roundFixed(multiplyFixed(times, rate ?? zero), lineTotal, mode)
  const discount = line.discountPct
    ? roundFixed(percentOf(amount, parseFixed(line.discountPct)), lineTotal, mode)
    : zero
  const total = discount === zero ? amount : subtractFixed(amount, discount)
  const byType = splitByType(total, withAdjustment(costs, adjustment), times)
  return { line, quantity, times, rate, rateFrom, adjustment, amount, discount, total, byType }
}

function timesOf({ itemType }: EstimateLine, quantity: Fixed): Fixed {
  if (itemType === 'text') return zero
  return itemType === 'lump_sum' ? one : quantity
}

/** What one unit of a line costs: by type before rounding, and in all as the policy rounds it. */
interface Costs {
  byType: bigint[]
  /** Of `byType`. */
  scale: number
  sum: Fixed
}

/** The innermost loop: it adds plain whole numbers at one scale, and changes it only where a finer one comes along. */
function sumCosts(resources: readonly EstimateResource[], policy: RoundingPolicy): Costs {
  const costs: Costs = { byType: [0n, 0n, 0n, 0n, 0n], scale: 0, sum: zero }
  for (const resource of resources) {
    const coefficient = coefficientOf(resource, policy)
    const price = isUnpriced(resource) ? zero : parseFixed(resource.price)
    const scale = coefficient.scale + price.scale
    let units = coefficient.units * price.units
    if (policy.componentAmount !== null)
      costs.sum = addFixed(costs.sum, roundFixed({ units, scale }, policy.componentAmount, policy.mode))
    if (scale > costs.scale) refine(costs, scale)
    else if (scale < costs.scale) units *= powerOfTen(costs.scale - scale)
    const type = typeIndex[resource.type]
    costs.byType[type] = must(costs.byType[type]) + units
  }
  if (policy.componentAmount === null) costs.sum = { units: sumUnits(costs.byType), scale: costs.scale }
  return costs
}

/** What one unit of a line takes of a resource, as the policy rounds it. */
export const coefficientOf = (resource: EstimateResource, policy: RoundingPolicy): Fixed =>
  roundTo(parseFixed(resource.qtyPerUnit), policy.coefficient, policy.mode)

function roundTo(value: Fixed, digits: number | null, mode: RoundingMode): Fixed {
  return digits === null ? value : roundFixed(value, digits, mode)
}

function refine(costs: Costs, scale: number): void {
  const factor = powerOfTen(scale - costs.scale)
  for (let at = 0; at < costs.byType.length; at++) costs.byType[at] = must(costs.byType[at]) * factor
  costs.scale = scale
}

function unitRate(
  { resources, unitRate: typed, unitRateOverride }: EstimateLine,
  { sum }: { sum: Fixed },
  { unitRate: digits, mode }: RoundingPolicy,
): Pick<RolledLine, 'rate' | 'rateFrom' | 'adjustment'> {
  const ofResources = resources.length > 0 ? roundTo(sum, digits, mode) : null
  if (unitRateOverride == null && ofResources)
    return resources.some(isUnpriced)
      ? { rate: null, rateFrom: 'none', adjustment: zero }
      : { rate: ofResources, rateFrom: 'resources', adjustment: zero }
  const text = unitRateOverride ?? typed
  if (text === null) return { rate: null, rateFrom: 'none', adjustment: zero }
  const rate = roundTo(parseFixed(text), digits, mode)
  return {
    rate,
    rateFrom: unitRateOverride == null ? 'manual' : 'override',
    adjustment: ofResources ? subtractFixed(rate, ofResources) : rate,
  }
}

/** The adjustment is one more resource, of type other. */
function withAdjustment(costs: Costs, adjustment: Fixed): Costs {
  if (adjustment === zero) return costs
  if (adjustment.scale > costs.scale) refine(costs, adjustment.scale)
  const other = typeIndex.other
  costs.byType[other] = must(costs.byType[other]) + unitsAt(adjustment, costs.scale)
  return costs
}

/** Splitting asks for amounts only where parts have both signs (`splitAmount`); else the rates do, and are smaller. */
function splitByType(total: Fixed, { byType, scale }: Costs, times: Fixed): bigint[] {
  if (!haveBothSigns(byType)) return splitUnits(total.units, byType, 0)
  const finest = Math.max(scale + times.scale, total.scale)
  const factor = times.units * powerOfTen(finest - scale - times.scale)
  return splitUnits(
    total.units,
    byType.map((each) => each * factor),
    finest - total.scale,
  )
}
