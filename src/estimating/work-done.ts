import {
  addFixed,
  compareFixed,
  divideFixed,
  isZero,
  multiplyFixed,
  parseFixed,
  percentOf,
  subtractFixed,
  zero,
  type Fixed,
} from './fixed.ts'

/** A line as the contract has it. */
export interface Budget {
  quantity: Fixed
  /** What it adds to the total, two digits. */
  total: Fixed
}

/** Something noted about a line: so much more of it, or how far it is by then. One of the two is there. */
export interface NotedProgress {
  /** `2026-05-04`. */
  day: string
  place: string | null
  /** What was done since; negative where it takes back what was noted too high. */
  quantity: string | null
  /** How far the whole line is. */
  percent: string | null
}

/** A quantity that was done on a day at a place. */
export interface DonePart {
  day: string
  place: string | null
  quantity: Fixed
}

/**
 * What was noted about one line as quantities that add up, in the order of the days and of the notes of a day. How far it
 * is in per cent becomes what is missing to that.
 * @example doneParts(parseFixed('80'), [{ day, place: null, quantity: null, percent: '25' }]) // one part of 20
 */
export function doneParts(quantity: Fixed, notes: readonly NotedProgress[]): DonePart[] {
  let done = zero
  return notes
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, place, quantity: more, percent }) => {
      const now =
        percent === null ? addFixed(done, parseFixed(more ?? '0')) : percentOf(quantity, parseFixed(percent))
      const part = { day, place, quantity: subtractFixed(now, done) }
      done = now
      return part
    })
}

/**
 * What a quantity of a line is worth in the budget: never more than the line, and never less than nothing. What is done
 * beyond the line's quantity is worth `over`, which no earned value holds.
 * @example valueOfDone({ quantity: parseFixed('10'), total: parseFixed('100.00') }, parseFixed('12')) // 100.00 and 20.00
 */
export function valueOfDone({ quantity, total }: Budget, done: Fixed): { earned: Fixed; over: Fixed } {
  const nothing = { units: 0n, scale: 2 }
  if (isZero(quantity)) return { earned: nothing, over: nothing }
  const worth = (part: Fixed): Fixed => divideFixed(multiplyFixed(total, part), quantity, 2, 'half_up')
  const isCredit = compareFixed(quantity, zero) < 0
  const beyond = subtractFixed(done, quantity)
  if (compareFixed(beyond, zero) * (isCredit ? -1 : 1) > 0)
    return { earned: divideFixed(total, { units: 1n, scale: 0 }, 2, 'half_up'), over: worth(beyond) }
  if (compareFixed(done, zero) * (isCredit ? -1 : 1) <= 0) return { earned: nothing, over: nothing }
  return { earned: worth(done), over: nothing }
}
