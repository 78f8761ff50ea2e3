import { must } from '#base/assert.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { isUnpriced, typeIndex, type EstimateLine, type EstimateResource } from './estimate-document.ts'
import { longestShort, one, scaleOf, shortUnits, zero, type Fixed, type RoundingMode } from './fixed.ts'
import type { RolledLine } from './roll-up-line.ts'
import { splitShort } from './split-short.ts'

/**
 * What `rollUpLine` answers for a line as nearly all are: a rate from priced resources, no discount, nothing rounded before
 * the rate. Every number on the way is a safe integer, so that it is exact and takes a fraction of what large integers do.
 * Null where one is not, or the line is another: then the long way is gone.
 */
export function rollUpShort(line: EstimateLine, policy: RoundingPolicy): RolledLine | null {
  if (policy.coefficient !== null || policy.componentAmount !== null) return null
  if (line.itemType === 'text' || line.unitRateOverride != null || line.discountPct) return null
  const costs = line.resources.length > 0 ? sumCosts(line.resources) : null
  const quantity = costs && readShort(line.quantity ?? '0')
  if (!quantity) return null
  const { mode, lineTotal } = policy
  const counted = policy.qty === null ? quantity : rounded(quantity, policy.qty, mode)
  const rate = policy.unitRate === null ? costs.sum : rounded(costs.sum, policy.unitRate, mode)
  if (!counted || !rate) return null
  const isLumpSum = line.itemType === 'lump_sum'
  const total = rounded(isLumpSum ? rate : product(counted, rate), lineTotal, mode)
  const byType = total && splitTotal(total.units, costs.byType)
  return byType && new ShortLine(line, counted, rate, total, byType)
}

/**
 * A line that keeps its numbers as they are: each is made a large integer when somebody asks for it. Ten thousand lines of
 * a dozen objects each would take longer to be kept and collected than to be worked out.
 */
class ShortLine implements RolledLine {
  readonly line: EstimateLine
  readonly total: Fixed
  readonly shortByType: readonly number[]
  readonly #quantity: number
  readonly #quantityScale: number
  readonly #rate: number
  readonly #rateScale: number

  constructor(line: EstimateLine, quantity: Short, rate: Short, total: Short, byType: readonly number[]) {
    this.line = line
    this.total = fixedOf(total)
    this.#quantity = quantity.units
    this.#quantityScale = quantity.scale
    this.#rate = rate.units
    this.#rateScale = rate.scale
    this.shortByType = byType
  }

  get quantity(): Fixed {
    return { units: BigInt(this.#quantity), scale: this.#quantityScale }
  }

  get times(): Fixed {
    return this.line.itemType === 'lump_sum' ? one : this.quantity
  }

  get rate(): Fixed {
    return { units: BigInt(this.#rate), scale: this.#rateScale }
  }

  get rateFrom(): 'resources' {
    return 'resources'
  }

  get adjustment(): Fixed {
    return zero
  }

  get amount(): Fixed {
    return this.total
  }

  get discount(): Fixed {
    return zero
  }

  get byType(): bigint[] {
    return this.shortByType.map(toUnits)
  }
}

/** A decimal whose units may still be no safe integer: whoever goes on with it looks. */
interface Short {
  units: number
  scale: number
}

const fixedOf = ({ units, scale }: Short): Fixed => ({ units: BigInt(units), scale })

const readShort = (text: string): Short | null =>
  text.length > longestShort ? null : { units: shortUnits(text), scale: scaleOf(text) }

const product = (a: Short, b: Short): Short => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** As `roundFixed`; null where the value or what it comes to is no safe integer. */
function rounded(value: Short, digits: number, mode: RoundingMode): Short | null {
  const units = shifted(value.units, digits - value.scale, mode)
  return Number.isSafeInteger(value.units) && Number.isSafeInteger(units) ? { units, scale: digits } : null
}

function shifted(units: number, digits: number, mode: RoundingMode): number {
  if (digits >= 0) return units * 10 ** digits
  const below = 10 ** -digits
  // The rest of two safe integers is exact, and so is what it leaves, a multiple of the divisor.
  const rest = units % below
  const quotient = (units - rest) / below
  const twice = 2 * Math.abs(rest)
  if (twice < below || (twice === below && mode === 'half_even' && quotient % 2 === 0)) return quotient
  return units < 0 ? quotient - 1 : quotient + 1
}

/** What one unit of a line costs, by type and in all, of one scale. */
interface Costs {
  byType: number[]
  sum: Short
}

/** The innermost loop: it adds whole numbers at one scale, and changes it only where a finer one comes along. */
function sumCosts(resources: readonly EstimateResource[]): Costs | null {
  const byType = [0, 0, 0, 0, 0]
  let scale = 0
  for (const resource of resources) {
    const { qtyPerUnit, price } = resource
    if (isUnpriced(resource) || qtyPerUnit.length > longestShort || price.length > longestShort) return null
    let units = shortUnits(qtyPerUnit) * shortUnits(price)
    const finer = scaleOf(qtyPerUnit) + scaleOf(price) - scale
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
  return { byType, sum: { units: sum, scale } }
}

/** Null where parts have both signs, and where a digit could turn on floating point. */
function splitTotal(total: number, costs: readonly number[]): readonly number[] | null {
  if (total < 0) return null
  let kinds = 0
  for (const units of costs)
    if (units < 0) return null
    else if (units > 0) kinds++
  if (kinds === 0) return null
  return kinds === 1 ? costs.map((units) => (units > 0 ? total : 0)) : splitShort(total, costs)
}

const toUnits = (units: number): bigint => (units === 0 ? 0n : BigInt(units))
