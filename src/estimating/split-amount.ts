import { must } from '#base/assert.ts'
import { powerOfTen, sizeOf, unitsAt, type Fixed } from './fixed.ts'

/**
 * Splits an amount so that the pieces add up to it to the last unit of its scale: each gets its share in proportion to its
 * part, cut off below, and what is left goes unit by unit to the largest remainders, the earlier part first where two are
 * equal. A negative amount is split as its mirror image. Where there is nothing to go by, the last part gets it all.
 *
 * Parts of one sign are weights in any measure. Parts of both signs (a credit among costs) are the amounts themselves
 * before rounding; where their sum is far from the amount, a proportion would blow them up, and what they lack of it is
 * spread by their size instead.
 * @param parts at least one
 * @example splitAmount(parseFixed('100.00'), [one, one, one]).map(fixedText) // ['33.34', '33.33', '33.33']
 */
export function splitAmount(amount: Fixed, parts: readonly Fixed[]): Fixed[] {
  const scale = parts.reduce((finest, part) => Math.max(finest, part.scale), amount.scale)
  const units = splitUnits(
    amount.units,
    parts.map((part) => unitsAt(part, scale)),
    scale - amount.scale,
  )
  return units.map((each) => ({ units: each, scale: amount.scale }))
}

/**
 * The same for whole numbers.
 * @param finer by how many digits the parts are finer than the amount
 */
export function splitUnits(amount: bigint, parts: readonly bigint[], finer: number): bigint[] {
  const only = onlyBearing(parts)
  if (only !== null) return parts.map((_, at) => (at === only ? amount : 0n))
  if (amount < 0n) return splitUp(-amount, parts.map(negate), finer).map(negate)
  return splitUp(amount, parts, finer)
}

const negate = (units: bigint): bigint => -units

/** The position of the one part that is something, of the last when none is; null when there are several. */
function onlyBearing(parts: readonly bigint[]): number | null {
  let only: number | null = null
  for (let at = 0; at < parts.length; at++) {
    if (parts[at] === 0n) continue
    if (only !== null) return null
    only = at
  }
  return only ?? parts.length - 1
}

function splitUp(amount: bigint, parts: readonly bigint[], finer: number): bigint[] {
  const sum = sumUnits(parts)
  if (!haveBothSigns(parts))
    return sum > 0n ? share(amount, parts, sum) : share(amount, parts.map(negate), -sum)
  const lacking = amount * powerOfTen(finer) - sum
  if (isNear(lacking, sum)) return share(amount, parts, sum)
  const size = sumUnits(parts.map(sizeOf))
  const above = parts.map((part) => part * size + lacking * sizeOf(part))
  return handOut(amount, above, size * powerOfTen(finer))
}

export function sumUnits(parts: readonly bigint[]): bigint {
  let sum = 0n
  for (const part of parts) sum += part
  return sum
}

/** Whether some parts are above and some below zero. */
export function haveBothSigns(parts: readonly bigint[]): boolean {
  let [above, below] = [false, false]
  for (const part of parts) {
    if (part > 0n) above = true
    else if (part < 0n) below = true
  }
  return above && below
}

/** Off by half at most, so that no part grows or shrinks by more. */
const isNear = (lacking: bigint, sum: bigint): boolean => sum > 0n && sizeOf(lacking) * 2n <= sum

const share = (amount: bigint, parts: readonly bigint[], sum: bigint): bigint[] =>
  handOut(
    amount,
    parts.map((part) => amount * part),
    sum,
  )

/** Each gets `above[i] / below` cut off below; together those quotients are the amount. */
function handOut(amount: bigint, above: readonly bigint[], below: bigint): bigint[] {
  const units: bigint[] = []
  const rests: bigint[] = []
  let left = amount
  for (const each of above) {
    // Of a negative number the quotient is cut towards zero, which is above it.
    const quotient = each < 0n ? (each - below + 1n) / below : each / below
    units.push(quotient)
    rests.push(each - quotient * below)
    left -= quotient
  }
  if (left > 0n) {
    const byRest = rests.map((_, at) => at).sort((a, b) => compare(must(rests[b]), must(rests[a])))
    for (const at of byRest.slice(0, Number(left))) units[at] = must(units[at]) + 1n
  }
  return units
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
