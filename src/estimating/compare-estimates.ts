import { invalid } from '#base/app-error.ts'
import { assert } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { compareNode, wholeNode, type NodeDelta } from './compare-node.ts'
import type { EstimateDocument } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import type { Place } from './estimate-tree.ts'
import { addFixed, compareFixed, subtractFixed, sumFixed, zero, type Fixed } from './fixed.ts'
import { moneyText } from './money-text.ts'
import type { NodeField, NodeTerms } from './node-differences.ts'
import { reckon, type Reckoning } from './summarise.ts'

export interface EstimateComparison {
  /** Every node that differs: those of the later version in its order, then what was removed. */
  changes: NodeChange[]
  bridge: Bridge
}

export interface NodeChange {
  lineageId: string
  /** The ids of the two nodes; null on the side where there is none. */
  before: string | null
  after: string | null
  /** It stands in another section. */
  moved: boolean
  /** Its title or text, what the customer reads of it or whether they see it is another. */
  retexted: boolean
  /** Its quantity, rate, unit, kind of item, VAT rate or total is another. */
  changed: boolean
  /** What of it is another; nothing of what is new, gone or only moved. */
  fields: NodeField[]
  /** What it adds to the three steps of the bridge that are about lines. */
  scope: string
  quantity: string
  price: string
}

/** From one gross to the other, to the cent: `from` and all steps add up to `to`. */
export interface Bridge {
  from: string
  /** The earlier version as the later one rounds. */
  rounding: string
  /** Lines added and removed, options taken and left. */
  scope: string
  quantity: string
  price: string
  markup: string
  discount: string
  vat: string
  to: string
}

/** What customers read of the nodes of two versions, which no sum is made of. */
export interface ComparedTerms {
  before: readonly NodeTerms[]
  after: readonly NodeTerms[]
}

/**
 * What happened between two versions, by lineage. A changed line is `round((qB − qA) × rA)` of quantity; the rest of
 * its difference is price. Refuses with `invalid` two currencies, a lineage given twice, and what `EstimateRollUp` does.
 * @example compareEstimates(issued, draft).bridge.quantity // '-1250.00'
 */
export function compareEstimates(
  a: EstimateDocument,
  b: EstimateDocument,
  terms: ComparedTerms = { before: [], after: [] },
): EstimateComparison {
  if (a.currency !== b.currency)
    throw invalid([
      {
        path: 'currency',
        code: 'two_currencies',
        message: `${a.currency} and ${b.currency} cannot be compared.`,
      },
    ])
  const before = new EstimateRollUp(a)
  const after = new EstimateRollUp(b)
  // All that is compared line by line is rounded alike; what that alone changes is a step of its own.
  const alike = canonicalJson(a.rounding) === canonicalJson(b.rounding)
  const base = alike ? before : new EstimateRollUp({ ...a, rounding: b.rounding })
  const deltas = compareNodes(base, after, terms)
  const [start, from, to] = [reckon(before), alike ? null : reckon(base), reckon(after)]
  const text = moneyText(a.rounding, b.rounding)
  return {
    changes: deltas.filter(differs).map((delta) => toChange(delta, text)),
    bridge: buildBridge(start, from ?? start, to, deltas, text),
  }
}

function compareNodes(before: EstimateRollUp, after: EstimateRollUp, terms: ComparedTerms): NodeDelta[] {
  const old = byLineage(before)
  const current = byLineage(after)
  const [told, tells] = [byId(terms.before), byId(terms.after)]
  const deltas = after.tree.inOrder.map((place) => {
    const was = old.get(place.node.lineageId)
    if (!was) return wholeNode(place, 1)
    return compareNode(
      { place: was, terms: told.get(was.node.id) },
      { place, terms: tells.get(place.node.id) },
      after.document.rounding,
    )
  })
  for (const place of before.tree.inOrder)
    if (!current.has(place.node.lineageId)) deltas.push(wholeNode(place, -1))
  return deltas
}

const byId = (terms: readonly NodeTerms[]): Map<string, NodeTerms> =>
  new Map(terms.map((each) => [each.id, each]))

function byLineage({ tree }: EstimateRollUp): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const place of tree.inOrder) {
    const { id, lineageId, title } = place.node
    if (places.has(lineageId))
      throw invalid([
        { path: id, code: 'lineage_twice', message: `“${title}” has the lineage of another node.` },
      ])
    places.set(lineageId, place)
  }
  return places
}

const differs = ({ before, after, moved, retexted, changed }: NodeDelta): boolean =>
  before === null || after === null || moved || retexted || changed

const toChange = (
  { scope, quantity, price, ...rest }: NodeDelta,
  text: (amount: Fixed) => string,
): NodeChange => ({
  ...rest,
  scope: text(scope),
  quantity: text(quantity),
  price: text(price),
})

function buildBridge(
  start: Reckoning,
  from: Reckoning,
  to: Reckoning,
  deltas: readonly NodeDelta[],
  text: (amount: Fixed) => string,
): Bridge {
  const change = (amount: (of: Reckoning) => Fixed): Fixed => subtractFixed(amount(to), amount(from))
  const sumOf = (step: 'scope' | 'quantity' | 'price'): Fixed => sumFixed(deltas.map((delta) => delta[step]))
  const steps = {
    rounding: subtractFixed(from.gross, start.gross),
    scope: sumOf('scope'),
    quantity: sumOf('quantity'),
    price: sumOf('price'),
    markup: change(({ markups }) => sumFixed(markups.map(({ amount }) => amount))),
    discount: change(({ discount }) => subtractFixed(zero, discount)),
    vat: change(({ vat }) => sumFixed(vat)),
  }
  const reached = Object.values(steps).reduce(addFixed, start.gross)
  assert(compareFixed(reached, to.gross) === 0, 'the steps of the bridge add up')
  const texts = Object.entries(steps).map(([step, amount]) => [step, text(amount)])
  return {
    from: text(start.gross),
    ...(Object.fromEntries(texts) as Record<keyof typeof steps, string>),
    to: text(to.gross),
  }
}
