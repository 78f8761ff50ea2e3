import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import { isLine, type Place } from './estimate-tree.ts'
import {
  compareFixed,
  multiplyFixed,
  parseFixed,
  roundFixed,
  subtractFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import type { RolledLine } from './roll-up-line.ts'

/** What became of one node, in exact numbers; `scope + quantity + price` is the difference it makes to the direct cost. */
export interface NodeDelta {
  lineageId: string
  before: string | null
  after: string | null
  moved: boolean
  retexted: boolean
  changed: boolean
  scope: Fixed
  quantity: Fixed
  price: Fixed
}

/**
 * Compares a node with what it was; one of the two may be missing. Both versions are rounded alike.
 * @example compareNode(before, old, after, place).price
 */
export function compareNode(
  before: EstimateRollUp,
  old: Place | null,
  after: EstimateRollUp,
  place: Place | null,
): NodeDelta {
  const wasLine = old && isLine(old) ? before.line(old.node.id) : null
  const nowLine = place && isLine(place) ? after.line(place.node.id) : null
  const counted = wasLine !== null && before.counts(wasLine.line)
  const counts = nowLine !== null && after.counts(nowLine.line)
  return {
    lineageId: (place ?? old)?.node.lineageId ?? '',
    before: old?.node.id ?? null,
    after: place?.node.id ?? null,
    moved: Boolean(old && place) && old?.parent?.node.lineageId !== place?.parent?.node.lineageId,
    retexted: Boolean(old && place) && textOf(old) !== textOf(place),
    changed: Boolean(old && place) && (counted !== counts || linesDiffer(wasLine, nowLine)),
    ...moneyDelta(counted ? wasLine : null, counts ? nowLine : null, after.document.rounding),
  }
}

const textOf = (place: Place | null): string => JSON.stringify([place?.node.title, place?.node.text ?? null])

function linesDiffer(a: RolledLine | null, b: RolledLine | null): boolean {
  if (!a || !b) return a !== b
  return (
    a.line.unit !== b.line.unit ||
    a.line.itemType !== b.line.itemType ||
    compareFixed(a.quantity, b.quantity) !== 0 ||
    compareFixed(a.rate ?? zero, b.rate ?? zero) !== 0 ||
    compareFixed(a.total, b.total) !== 0
  )
}

type Money = Pick<NodeDelta, 'scope' | 'quantity' | 'price'>

function moneyDelta(a: RolledLine | null, b: RolledLine | null, policy: RoundingPolicy): Money {
  const difference = subtractFixed(b?.total ?? zero, a?.total ?? zero)
  if (!a || !b) return { scope: difference, quantity: zero, price: zero }
  const quantity = quantityDelta(a, b, policy)
  return { scope: zero, quantity, price: subtractFixed(difference, quantity) }
}

/** A lump sum has no quantity to speak of, and quantities in two units have no difference: all is price then. */
function quantityDelta(a: RolledLine, b: RolledLine, { lineTotal, mode }: RoundingPolicy): Fixed {
  const lumpSum = [a, b].some(({ line }) => line.itemType === 'lump_sum')
  if (lumpSum || a.line.unit !== b.line.unit || !a.rate) return zero
  const off = subtractFixed({ units: 100, scale: 0 }, parseFixed(a.line.discountPct ?? '0'))
  const { units, scale } = multiplyFixed(multiplyFixed(subtractFixed(b.quantity, a.quantity), a.rate), off)
  return roundFixed({ units, scale: scale + 2 }, lineTotal, mode)
}
