import { must } from '#base/assert.ts'
import {
  absoluteFixed,
  addFixed,
  compareFixed,
  isZero,
  negateFixed,
  subtractFixed,
  sumFixed,
  unitsAt,
  type Fixed,
} from './fixed.ts'
import {
  addWhole,
  compareWhole,
  divideWhole,
  multiplyWhole,
  negateWhole,
  powerOfTen,
  type Whole,
} from './whole.ts'

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
  if (amount.units < 0) return splitUp(negateFixed(amount), parts.map(negateFixed)).map(negateFixed)
  return splitUp(amount, parts)
}

function splitUp(amount: Fixed, parts: readonly Fixed[]): Fixed[] {
  let bearing = 0
  let last = parts.length - 1
  parts.forEach((part, at) => {
    if (isZero(part)) return
    bearing++
    last = at
  })
  if (bearing < 2) return parts.map((_, at) => (at === last ? amount : { units: 0, scale: amount.scale }))
  if (haveBothSigns(parts)) {
    const near = isNear(amount, sumFixed(parts))
    return hand(amount, near ? proportional(amount, parts) : bySize(amount, parts))
  }
  return hand(amount, proportional(amount, parts.map(absoluteFixed)))
}

/** Whether some parts are above and some below zero. */
export const haveBothSigns = (parts: readonly Fixed[]): boolean =>
  parts.some(({ units }) => units > 0) && parts.some(({ units }) => units < 0)

/** Off by half at most, so that no part grows or shrinks by more. */
function isNear(amount: Fixed, sum: Fixed): boolean {
  const off = absoluteFixed(subtractFixed(amount, sum))
  return sum.units > 0 && compareFixed(addFixed(off, off), sum) <= 0
}

/** Each share is `above[i] / below` units of the amount; together they are exactly the amount. */
interface Shares {
  above: Whole[]
  below: Whole
}

function proportional(amount: Fixed, parts: readonly Fixed[]): Shares {
  const scale = finest(parts)
  const weights = parts.map((part) => unitsAt(part, scale))
  return {
    above: weights.map((weight) => multiplyWhole(amount.units, weight)),
    below: weights.reduce(addWhole, 0),
  }
}

function bySize(amount: Fixed, parts: readonly Fixed[]): Shares {
  const scale = Math.max(finest(parts), amount.scale)
  const sizes = parts.map((part) => unitsAt(absoluteFixed(part), scale))
  const size = sizes.reduce(addWhole, 0)
  const lacking = unitsAt(subtractFixed(amount, sumFixed(parts)), scale)
  return {
    above: parts.map((part, at) =>
      addWhole(multiplyWhole(unitsAt(part, scale), size), multiplyWhole(lacking, must(sizes[at]))),
    ),
    below: multiplyWhole(size, powerOfTen(scale - amount.scale)),
  }
}

const finest = (parts: readonly Fixed[]): number =>
  parts.reduce((scale, part) => Math.max(scale, part.scale), 0)

function hand(amount: Fixed, { above, below }: Shares): Fixed[] {
  const shares = above.map((share) => cutOff(share, below))
  let given: Whole = 0
  for (const { units } of shares) given = addWhole(given, units)
  const left = Number(addWhole(amount.units, negateWhole(given)))
  if (left > 0) {
    const byRest = [...shares].sort((a, b) => compareWhole(b.rest, a.rest))
    for (const share of byRest.slice(0, left)) share.units = addWhole(share.units, 1)
  }
  return shares.map(({ units }) => ({ units, scale: amount.scale }))
}

/** The whole number below a share, and what is above it. */
function cutOff(above: Whole, below: Whole): { units: Whole; rest: Whole } {
  const { quotient, rest } = divideWhole(above, below)
  if (rest >= 0) return { units: quotient, rest }
  return { units: addWhole(quotient, -1), rest: addWhole(rest, below) }
}
