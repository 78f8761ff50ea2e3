import {
  addFixed,
  compareFixed,
  divideFixed,
  hundred,
  isZero,
  multiplyFixed,
  parseFixed,
  plainText,
  roundFixed,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '../../fixed.ts'
import type { LineGroup } from '../line-groups.ts'
import type { BillAssignment, BillItem } from './bill.ts'

/** Digits after the point of a share, here as in the file. */
const shareDigits = 6

/**
 * Where an item belongs, in shares. A file may state them in the unit of the item, or not at all: several codes of one
 * catalogue without any are then as much each, which is said.
 * @param number the item's, for what is said
 */
export function groupsOfItem(item: BillItem, number: string, notes: string[]): LineGroup[] {
  return [...new Set(item.assigned.map(({ catalogue }) => catalogue))].flatMap((catalogue) =>
    partsIn(
      item.assigned.filter((one) => one.catalogue === catalogue),
      item.quantity,
      { number, catalogue },
      notes,
    ),
  )
}

function partsIn(
  assigned: readonly BillAssignment[],
  quantity: string | null,
  { number, catalogue }: { number: string; catalogue: string },
  notes: string[],
): LineGroup[] {
  const whole = quantity === null ? zero : parseFixed(quantity)
  const silent = assigned.some(
    ({ part }) => part === null || (part.kind === 'quantity' && isZero(whole) && assigned.length > 1),
  )
  if (silent && assigned.length > 1)
    notes.push(
      `${number}: the file does not say how much of it is in which of ${assigned.map(({ code }) => code).join(', ')} (${catalogue}); each is taken as an equal part.`,
    )
  const even = divideFixed(hundred, parseFixed(String(assigned.length)), shareDigits, 'half_up')
  const shares = assigned.map(({ part }): Fixed => {
    if (silent || part === null) return even
    const value = parseFixed(part.value)
    if (part.kind === 'percent') return value
    return isZero(whole) ? hundred : divideFixed(multiplyFixed(value, hundred), whole, shareDigits, 'half_up')
  })
  const last = shares.length - 1
  // Parts that are all of it stay all of it, whatever rounding them leaves.
  if (silent || isAll(assigned, whole)) shares[last] = subtractFixed(hundred, sumFixed(shares.slice(0, last)))
  return merged(assigned, shares, { number, catalogue }, notes)
}

const isAll = (assigned: readonly BillAssignment[], whole: Fixed): boolean =>
  !isZero(whole) &&
  assigned.every(({ part }) => part?.kind === 'quantity') &&
  compareFixed(sumFixed(assigned.map(({ part }) => parseFixed(part?.value ?? '0'))), whole) === 0

/** One part for each code; one that is no part of a whole is not taken, which is said. */
function merged(
  assigned: readonly BillAssignment[],
  shares: readonly Fixed[],
  { number, catalogue }: { number: string; catalogue: string },
  notes: string[],
): LineGroup[] {
  const byCode = new Map<string, Fixed>()
  assigned.forEach(({ code }, at) => {
    byCode.set(code, addFixed(byCode.get(code) ?? zero, shares[at] ?? zero))
  })
  const sum = sumFixed([...byCode.values()])
  if (byCode.size > 1 && compareFixed(sum, hundred) > 0) {
    notes.push(
      `${number}: its shares in ${catalogue} add up to ${plainText(sum)} %, so that ${[...byCode.keys()].join(', ')} are not taken.`,
    )
    return []
  }
  return [...byCode].flatMap(([code, exact]) => {
    const share = plainText(roundFixed(exact, shareDigits, 'half_up'))
    if (compareFixed(exact, zero) >= 0 && compareFixed(exact, hundred) <= 0)
      return [{ catalogue, code, share }]
    notes.push(`${number}: ${share} % is no part of a whole, so that ${code} (${catalogue}) is not taken.`)
    return []
  })
}
