import {
  addFixed,
  divideFixed,
  fixedText,
  hundred,
  isZero,
  multiplyFixed,
  parseFixed,
  roundFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import type { GroupTotals } from './total-by-group.ts'

/** A group of a set. */
export interface Group {
  id: string
  parentId: string | null
  code: string
  name: string
}

/** A group with what belongs to it and to the groups inside it. */
export interface GroupRow {
  /** Null for what belongs to no group of the set: always the last. */
  id: string | null
  code: string
  name: string
  /** 0 at the top. */
  depth: number
  amount: string
  /** What belongs to it and to none of the groups inside it. */
  own: string
  /** Of the whole, in per cent with two digits; null where the whole is nothing. */
  share: string | null
}

/**
 * Totals by group as the outline of the set: each group after the one it is part of, by code, with the sum of all inside.
 * Groups nothing belongs to are left out. Those of depth 0 and what is unassigned add up to the whole, to the cent.
 * @example groupTree(totalByGroup(rolled, inCostGroups('set')), groups)
 */
export function groupTree(totals: readonly GroupTotals[], groups: readonly Group[]): GroupRow[] {
  const own = new Map(totals.map(({ key, amount }) => [key, parseFixed(amount)]))
  const known = new Set(groups.map(({ id }) => id))
  const inside = new Map<string | null, Group[]>()
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null
    inside.set(parent, [...(inside.get(parent) ?? []), group])
  }
  const whole = [...own.values()].reduce(addFixed, zero)
  const rowOf = (row: Omit<GroupRow, 'amount' | 'own' | 'share'>, amount: Fixed, alone: Fixed): GroupRow => ({
    ...row,
    amount: cents(amount),
    own: cents(alone),
    share: isZero(whole) ? null : fixedText(divideFixed(multiplyFixed(amount, hundred), whole, 2, 'half_up')),
  })
  const walk = (parent: string | null, depth: number): { rows: GroupRow[]; sum: Fixed } => {
    const rows: GroupRow[] = []
    let sum = zero
    for (const { id, code, name } of (inside.get(parent) ?? []).toSorted(byCode)) {
      const below = walk(id, depth + 1)
      const alone = own.get(id) ?? zero
      const amount = addFixed(alone, below.sum)
      if (!own.has(id) && below.rows.length === 0) continue
      rows.push(rowOf({ id, code, name, depth }, amount, alone), ...below.rows)
      sum = addFixed(sum, amount)
    }
    return { rows, sum }
  }
  const rest = [...own].reduce(
    (sum, [key, amount]) => (key !== null && known.has(key) ? sum : addFixed(sum, amount)),
    zero,
  )
  const last = rowOf({ id: null, code: '', name: '', depth: 0 }, rest, rest)
  const hasRest = [...own.keys()].some((key) => key === null || !known.has(key))
  return [...walk(null, 0).rows, ...(hasRest ? [last] : [])]
}

const cents = (amount: Fixed): string => fixedText(roundFixed(amount, 2, 'half_up'))
const byCode = (a: Group, b: Group): number =>
  a.code === b.code ? (a.id < b.id ? -1 : 1) : a.code < b.code ? -1 : 1
