import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import type { ExpandedRecipe, TreeNode } from './recipe-tree.ts'

/** What became of one component; `scope + quantity + price + percentage` is the difference it makes. Six digits. */
export interface ComponentChange {
  what: 'Added' | 'Removed' | 'Changed' | 'Same'
  kind: TreeNode['kind']
  name: string
  unit: string
  quantity_before: string | null
  quantity_after: string | null
  price_before: string | null
  price_after: string | null
  scope: string
  quantity: string
  price: string
  percentage: string
  /** All of them. */
  difference: string
}

/** From one rate to the other in cents: the steps add up, the last one takes what rounding leaves. */
export interface RecipeBridge {
  from: string
  scope: string
  quantity: string
  price: string
  percentage: string
  rounding: string
  to: string
}

/**
 * Two versions of a recipe side by side. Components are the same by their key, else by what they are; of several that are
 * the same thing the first answers to the first. The bridge is null while one of them has no rate.
 * @example compareRecipes(before, after).bridge?.price // '4.12'
 */
export function compareRecipes(
  before: ExpandedRecipe,
  after: ExpandedRecipe,
): { bridge: RecipeBridge | null; changes: ComponentChange[] } {
  const left = new Map(named(before.children))
  const changes = named(after.children).map(([name, node]) => {
    const old = left.get(name)
    left.delete(name)
    return old ? changed(old, node) : whole(node, 'Added')
  })
  for (const node of left.values()) changes.push(whole(node, 'Removed'))
  return { bridge: bridgeOf(before, after, changes), changes }
}

/** Components that cost something, by what makes them the same in both. */
function named(nodes: readonly TreeNode[]): [string, TreeNode][] {
  const times = new Map<string, number>()
  return nodes.flatMap((node): [string, TreeNode][] => {
    if (node.kind === 'text' || node.kind === 'skipped') return []
    const name = madeKey.test(node.path) ? `${node.kind} ${thingOf(node)}` : node.path
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return [[`${name} ${time}`, node]]
  })
}

/** A key that nobody gave is made of the id of the record, which every version has anew. */
const madeKey = /^c[0-9a-f]{32}$/

type Priced = Exclude<TreeNode, { kind: 'text' | 'skipped' }>

const thingOf = (node: Priced): string =>
  node.kind === 'item' ? node.item_id : node.kind === 'percent' ? node.label : node.code

function whole(node: TreeNode, what: 'Added' | 'Removed'): ComponentChange {
  const facts = factsOf(node)
  const scope = what === 'Added' ? facts.amount : facts.amount.neg()
  const [quantity, price] = [facts.quantity, shown(facts.price)]
  return {
    what,
    ...wordsOf(node),
    quantity_before: what === 'Added' ? null : quantity,
    quantity_after: what === 'Added' ? quantity : null,
    price_before: what === 'Added' ? null : price,
    price_after: what === 'Added' ? price : null,
    ...steps({ scope }),
  }
}

function changed(old: TreeNode, node: TreeNode): ComponentChange {
  const [a, b] = [factsOf(old), factsOf(node)]
  const difference = b.amount.minus(a.amount)
  const isPercent = node.kind === 'percent'
  // More of it at the old price; what is left of the difference is the price.
  const quantity =
    isPercent || a.price === null || a.quantity === null || b.quantity === null
      ? decimal(0)
      : decimal(roundHalfUp(decimal(b.quantity).minus(a.quantity).times(a.price), 6))
  const isSame = difference.eq(0) && a.quantity === b.quantity && shown(a.price) === shown(b.price)
  return {
    what: isSame ? 'Same' : 'Changed',
    ...wordsOf(node),
    quantity_before: a.quantity,
    quantity_after: b.quantity,
    price_before: shown(a.price),
    price_after: shown(b.price),
    ...(isPercent
      ? steps({ percentage: difference })
      : steps({ quantity, price: difference.minus(quantity) })),
  }
}

interface Facts {
  amount: Decimal
  quantity: string | null
  /** For one of the unit. */
  price: Decimal | null
}

function factsOf(node: TreeNode): Facts {
  if (node.kind === 'text' || node.kind === 'skipped')
    return { amount: decimal(0), quantity: null, price: null }
  const amount = decimal(node.amount ?? '0')
  if (node.kind === 'percent')
    return { amount, quantity: node.percent, price: node.base === null ? null : decimal(node.base) }
  const quantity = shown(decimal(node.per_unit))
  if (node.kind === 'item')
    return {
      amount,
      quantity,
      price: node.price && decimal(node.price.unit_price).div(node.price.price_basis),
    }
  const isNothing = decimal(node.per_unit).eq(0) || node.amount === null
  return { amount, quantity, price: isNothing ? null : amount.div(node.per_unit) }
}

function wordsOf(node: TreeNode): Pick<ComponentChange, 'kind' | 'name' | 'unit'> {
  const { kind } = node
  if (kind === 'percent') return { kind, name: node.label, unit: '%' }
  if (kind === 'text' || kind === 'skipped') return { kind, name: '', unit: '' }
  return { kind, name: node.name, unit: node.unit }
}

const shown = (value: Decimal | null): string | null => value && roundHalfUp(value, 6)

type Step = 'scope' | 'quantity' | 'price' | 'percentage'

const stepNames = ['scope', 'quantity', 'price', 'percentage'] as const

function steps(some: Partial<Record<Step, Decimal>>): Record<Step | 'difference', string> {
  const text = (step: Step): string => roundHalfUp(some[step] ?? decimal(0), 6)
  const all = Object.values(some).reduce((sum, step) => sum.plus(step), decimal(0))
  return {
    difference: roundHalfUp(all, 6),
    scope: text('scope'),
    quantity: text('quantity'),
    price: text('price'),
    percentage: text('percentage'),
  }
}

function bridgeOf(
  before: ExpandedRecipe,
  after: ExpandedRecipe,
  changes: readonly ComponentChange[],
): RecipeBridge | null {
  if (before.rate === null || after.rate === null || before.currency !== after.currency) return null
  const cents = (value: Decimal | string): string => roundHalfUp(decimal(value), 2)
  const sum = (step: Step): string =>
    cents(changes.reduce((total, change) => total.plus(change[step]), decimal(0)))
  const [from, to] = [cents(before.rate), cents(after.rate)]
  const [scope, quantity, price, percentage] = stepNames.map(sum) as [string, string, string, string]
  const reached = [scope, quantity, price, percentage].reduce(
    (total, step) => total.plus(step),
    decimal(from),
  )
  return { from, scope, quantity, price, percentage, rounding: cents(decimal(to).minus(reached)), to }
}
