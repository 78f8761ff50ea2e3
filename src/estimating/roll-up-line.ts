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
  longestShort,
  multiplyFixed,
  one,
  parseFixed,
  percentOf,
  powerOfTen,
  roundFixed,
  scaleOf,
  shortUnits,
  subtractFixed,
  unitsAt,
  zero,
  type Fixed,
  type RoundingMode,
} from './fixed.ts'
import { haveBothSigns, splitUnits, sumUnits } from './split-amount.ts'
import { splitShort } from './split-short.ts'

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
}

/**
 * Works out one line by itself, whether it counts or not:
 * `rate = round(Σ round(quantity per unit × price, componentAmount), unitRate)`, or the override, or the rate that was
 * typed; none while one of its resources has no price. `amount = round(quantity × rate, lineTotal)`, and for a lump sum `round(rate, lineTotal)`.
 * @example rollUpLine(line, roundingPresets.GAEB).total // { units: 15020n, scale: 2 }
 */
export function rollUpLine(line: EstimateLine, policy: RoundingPolicy): RolledLine {
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

/** Whether a resource waits for its price. */
export const isUnpriced = ({ unpriced }: EstimateResource): boolean => unpriced === true

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

/** The same in safe integers, until somebody needs the large ones. */
interface ShortCosts {
  short: number[]
  scale: number
  sum: Fixed
}

const isShort = (costs: Costs | ShortCosts): costs is ShortCosts => 'short' in costs

const longOf = (costs: Costs | ShortCosts): Costs =>
  isShort(costs) ? { byType: costs.short.map(BigInt), scale: costs.scale, sum: costs.sum } : costs

/** The innermost loop: it adds plain whole numbers at one scale, and changes it only where a finer one comes along. */
function sumCosts(resources: readonly EstimateResource[], policy: RoundingPolicy): Costs | ShortCosts {
  const short =
    policy.coefficient === null && policy.componentAmount === null ? sumShortCosts(resources) : null
  if (short) return short
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

/**
 * The same where nothing is rounded on the way and every number on it is a safe integer, as it is in nearly all lines:
 * without a large integer for each step. Null where one is not: what is safe here is exact.
 */
function sumShortCosts(resources: readonly EstimateResource[]): ShortCosts | null {
  const byType = [0, 0, 0, 0, 0]
  let scale = 0
  for (const resource of resources) {
    const priced = !isUnpriced(resource)
    if (resource.qtyPerUnit.length > longestShort || (priced && resource.price.length > longestShort))
      return null
    let units = shortUnits(resource.qtyPerUnit) * (priced ? shortUnits(resource.price) : 0)
    const finer = scaleOf(resource.qtyPerUnit) + (priced ? scaleOf(resource.price) : 0) - scale
    if (finer > 0) {
      const factor = 10 ** finer
      for (let at = 0; at < byType.length; at++) byType[at] = must(byType[at]) * factor
      if (!byType.every(Number.isSafeInteger)) return null
      scale += finer
    } else if (finer < 0) units *= 10 ** -finer
    const type = typeIndex[resource.type]
    const sum = must(byType[type]) + units
    if (!Number.isSafeInteger(units) || !Number.isSafeInteger(sum)) return null
    byType[type] = sum
  }
  let sum = 0
  for (const units of byType) {
    sum += units
    if (!Number.isSafeInteger(sum)) return null
  }
  return { short: byType, scale, sum: { units: BigInt(sum), scale } }
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

const typeIndex = Object.fromEntries(resourceTypes.map((type, at) => [type, at])) as Record<
  ResourceType,
  number
>

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
function withAdjustment(known: Costs | ShortCosts, adjustment: Fixed): Costs | ShortCosts {
  if (adjustment === zero) return known
  const costs = longOf(known)
  if (adjustment.scale > costs.scale) refine(costs, adjustment.scale)
  const other = typeIndex.other
  costs.byType[other] = must(costs.byType[other]) + unitsAt(adjustment, costs.scale)
  return costs
}

/** Splitting asks for amounts only where parts have both signs (`splitAmount`); else the rates do, and are smaller. */
function splitByType(total: Fixed, costs: Costs | ShortCosts, times: Fixed): bigint[] {
  const short = isShort(costs) && splitWeights(Number(total.units), costs.short)
  if (short) return short.map(toUnits)
  const { byType, scale } = longOf(costs)
  if (!haveBothSigns(byType)) return splitUnits(total.units, byType, 0)
  const finest = Math.max(scale + times.scale, total.scale)
  const factor = times.units * powerOfTen(finest - scale - times.scale)
  return splitUnits(
    total.units,
    byType.map((each) => each * factor),
    finest - total.scale,
  )
}

function splitWeights(total: number, costs: readonly number[]): number[] | null {
  if (total < 0) return null
  let kinds = 0
  for (const units of costs)
    if (units < 0) return null
    else if (units > 0) kinds++
  return kinds > 1 ? splitShort(total, costs) : null
}

const toUnits = (units: number): bigint => (units === 0 ? 0n : BigInt(units))
