import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type { Place } from './estimate-tree.ts'
import {
  hundred,
  multiplyFixed,
  parseFixed,
  percentOf,
  roundFixed,
  subtractFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import { valuesThatDiffer, wordsThatDiffer, type NodeField, type Side } from './node-differences.ts'
import type { RolledLine } from './roll-up-line.ts'

/** What became of one node, in exact numbers; `scope + quantity + price` is the difference it makes to the direct cost. */
export interface NodeDelta {
  lineageId: string
  before: string | null
  after: string | null
  moved: boolean
  retexted: boolean
  changed: boolean
  fields: NodeField[]
  scope: Fixed
  quantity: Fixed
  price: Fixed
}

/**
 * Compares a node with what it was in another version, rounded by the same policy.
 * @example compareNode({ place: old }, { place }, policy).price
 */
export function compareNode(was: Side, now: Side, policy: RoundingPolicy): NodeDelta {
  const [old, place] = [was.place, now.place]
  const [words, values] = [wordsThatDiffer(was, now), valuesThatDiffer(old, place)]
  return {
    lineageId: place.node.lineageId,
    before: old.node.id,
    after: place.node.id,
    moved: old.parent?.node.lineageId !== place.parent?.node.lineageId,
    retexted: words.length > 0,
    changed: values.length > 0,
    fields: [...words, ...values],
    ...moneyDelta(old, place, policy),
  }
}

/** A node that is new, or with `−1` one that is gone. */
export function wholeNode(place: Place, sign: 1 | -1): NodeDelta {
  const { id, lineageId } = place.node
  const total = place.counts ? place.total : zero
  return {
    lineageId,
    before: sign === 1 ? null : id,
    after: sign === 1 ? id : null,
    moved: false,
    retexted: false,
    changed: false,
    fields: [],
    scope: sign === 1 ? total : subtractFixed(zero, total),
    quantity: zero,
    price: zero,
  }
}

function moneyDelta(
  old: Place,
  place: Place,
  policy: RoundingPolicy,
): Pick<NodeDelta, 'scope' | 'quantity' | 'price'> {
  const nothing = { scope: zero, quantity: zero, price: zero }
  if (!old.counts && !place.counts) return nothing
  const difference = subtractFixed(place.counts ? place.total : zero, old.counts ? old.total : zero)
  // An option that was taken or left is not the same line at another price.
  if (!old.counts || !place.counts || !old.rolled || !place.rolled) return { ...nothing, scope: difference }
  const quantity = quantityDelta(old.rolled, place.rolled, policy)
  return { scope: zero, quantity, price: subtractFixed(difference, quantity) }
}

/** A lump sum has no quantity to speak of, and quantities in two units have no difference: all is price then. */
function quantityDelta(a: RolledLine, b: RolledLine, { lineTotal, mode }: RoundingPolicy): Fixed {
  const lumpSum = a.line.itemType === 'lump_sum' || b.line.itemType === 'lump_sum'
  if (lumpSum || a.line.unit !== b.line.unit || !a.rate) return zero
  const off = subtractFixed(hundred, parseFixed(a.line.discountPct ?? '0'))
  const amount = multiplyFixed(subtractFixed(b.quantity, a.quantity), a.rate)
  return roundFixed(percentOf(amount, off), lineTotal, mode)
}
