import {
  addFixed,
  compareFixed,
  divideFixed,
  fixedText,
  hundred,
  isZero,
  multiplyFixed,
  negateFixed,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from './fixed.ts'

/** How much of a line a building element is. */
export interface ElementOfLine {
  element: string
  quantity: Fixed
  /** What was noted as done with this very element. */
  noted: Fixed
  /** Where it stands, and the places around that. */
  places: ReadonlySet<string>
}

/** What was noted as done of a line without saying of which elements: at a place, or of the whole line. */
export interface DoneSomewhere {
  place: string | null
  quantity: Fixed
}

/** What is done of an element, in the unit of the line; never more than its quantity. */
export interface DoneOfElement {
  element: string
  quantity: Fixed
  done: Fixed
}

const digits = 12

/**
 * What is done of each element of a line. First what was noted with the element itself; then what was noted at a place is
 * spread alike over what is open there, the smallest place first; what was noted of no place, or where none of them stands,
 * over all that is open of the line. What was taken back is taken from what is done in the same way. Elements that are
 * deducted from the line are not in it.
 */
export function doneOfElements(
  quantity: Fixed,
  elements: readonly ElementOfLine[],
  somewhere: readonly DoneSomewhere[],
): DoneOfElement[] {
  // Of a line that is deducted as a whole all signs are turned.
  const turn = compareFixed(quantity, zero) < 0 ? negateFixed : (value: Fixed): Fixed => value
  const parts = elements.flatMap((one) => {
    const all = turn(one.quantity)
    if (compareFixed(all, zero) <= 0) return []
    return [{ ...one, quantity: all, done: between(turn(one.noted), all) }]
  })
  const standing = (place: string | null) =>
    place === null ? [] : parts.filter(({ places }) => places.has(place))
  const placed = somewhere
    .map((part) => ({ done: turn(part.quantity), there: standing(part.place) }))
    .toSorted((a, b) => a.there.length - b.there.length)
  for (const { done, there } of placed)
    if (there.length > 0) spread(done, there, sumFixed(there.map((part) => part.quantity)))
  const elsewhere = placed.filter(({ there }) => there.length === 0).map(({ done }) => done)
  spread(sumFixed(elsewhere), parts, turn(quantity))
  return parts.map(({ element, quantity: all, done }) => ({ element, quantity: all, done }))
}

/** Spreads a quantity over what is open of `whole`, or takes it from what is done of it. */
function spread(quantity: Fixed, parts: { quantity: Fixed; done: Fixed }[], whole: Fixed): void {
  if (isZero(quantity)) return
  const isBack = compareFixed(quantity, zero) < 0
  const done = sumFixed(parts.map((part) => part.done))
  const room = isBack ? negateFixed(done) : subtractFixed(whole, done)
  const isAll = isBack ? compareFixed(quantity, room) <= 0 : compareFixed(quantity, room) >= 0
  for (const part of parts) {
    const own = isBack ? negateFixed(part.done) : subtractFixed(part.quantity, part.done)
    const more = isAll ? own : divideFixed(multiplyFixed(own, quantity), room, digits, 'half_up')
    part.done = between(addFixed(part.done, more), part.quantity)
  }
}

/** Never less than nothing and never more than all of it. */
const between = (value: Fixed, all: Fixed): Fixed =>
  compareFixed(value, zero) < 0 ? zero : compareFixed(value, all) > 0 ? all : value

/** What is done of something that several lines are made of, by what each adds to it. */
export interface WeighedShare {
  /** Its part of the total of the line, without a sign. */
  weight: Fixed
  done: Fixed
  quantity: Fixed
}

/**
 * How far something is in per cent, by the worth of its parts. What is begun is never `0.00`, and what is not done all never
 * `100.00`; null where there is nothing of it.
 */
export function shareDone(parts: readonly WeighedShare[]): string | null {
  const all = sumFixed(parts.map(({ weight }) => weight))
  if (isZero(all)) return null
  if (parts.every(({ done }) => isZero(done))) return '0.00'
  if (parts.every(({ done, quantity }) => compareFixed(done, quantity) === 0)) return '100.00'
  const earned = sumFixed(
    parts.map(({ weight, done, quantity }) =>
      divideFixed(multiplyFixed(weight, done), quantity, digits, 'half_up'),
    ),
  )
  const percent = divideFixed(multiplyFixed(earned, hundred), all, 2, 'half_up')
  if (compareFixed(percent, least) < 0) return fixedText(least)
  return fixedText(compareFixed(percent, most) > 0 ? most : percent)
}

const least: Fixed = { units: 1n, scale: 2 }
const most: Fixed = { units: 9999n, scale: 2 }
