import { fixedText, fraction, one, over, plainText, plus, times, type Fraction } from '#base/fraction.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type { ResourceType } from './estimate-document.ts'
import { priceNote } from './price-note.ts'
import type { ExpandedRecipe, ItemLeaf, PercentLeaf, RecipeRounding, TreeNode } from './recipe-tree.ts'

/** What a line takes of one thing, with the price it was priced by: a copy, so that nothing later changes it. */
export interface PricedResource {
  /** Its place in the recipe, after its number. */
  path: string
  item_code: string | null
  name: string
  type: ResourceType
  unit: string
  /** Without waste. */
  qty_per_unit: string
  waste_pct: string | null
  /** With numbers in place of names; null for a plain number. */
  formula: string | null
  /** For `price_basis` of the unit; null where there is none on that day. */
  price: string | null
  price_basis: string
  price_from: 'lookup' | 'fixed' | 'percent' | 'quote'
  price_row: string | null
  price_valid_from: string | null
  /** Of a quote. */
  price_valid_until?: string | null
  price_note: string | null
}

/** The rounding of a version, as a recipe is expanded by it: the line then comes to the same rate. */
export function recipeRounding({
  coefficient,
  componentAmount,
  unitRate,
  mode,
}: RoundingPolicy): RecipeRounding {
  const to = (digits: number | null) => (digits === null ? null : { digits, mode })
  return { coefficient: to(coefficient), amount: to(componentAmount), rate: to(unitRate) }
}

/**
 * The parts of an expanded recipe as the resources of one unit of a line. A percentage is so many hundredths of what it is
 * taken of. Quantities have nine digits, prices six, as they are kept.
 * @param factor output units of the recipe in one unit of the line: `0.01` for a recipe per 100 m² in a line in m²
 * @example recipeResources(expandRecipe({ … })).map(({ name, qty_per_unit }) => `${qty_per_unit} ${name}`)
 */
export function recipeResources({ children }: ExpandedRecipe, factor: Fraction = one): PricedResource[] {
  return leavesOf(children).map((leaf, at) => {
    const place = { path: `${String(at + 1).padStart(3, '0')} ${leaf.path}`.slice(0, 500), type: leaf.type }
    return { ...place, ...(leaf.kind === 'item' ? ofItem(leaf, factor) : ofPercent(leaf, factor)) }
  })
}

function leavesOf(nodes: readonly TreeNode[]): (ItemLeaf | PercentLeaf)[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'item' || node.kind === 'percent') return [node]
    return 'children' in node ? leavesOf(node.children) : []
  })
}

type Rest = Omit<PricedResource, 'path' | 'type'>

function ofItem(
  { code, name, unit, working, waste_percent, per_unit, price }: ItemLeaf,
  factor: Fraction,
): Rest {
  const wasted = waste_percent !== null && Number(waste_percent) !== 0
  const more = wasted ? over(plus(fraction('100'), fraction(waste_percent)), fraction('100')) : one
  return {
    item_code: code,
    name,
    unit,
    qty_per_unit: kept(over(times(fraction(per_unit), factor), more), 9),
    waste_pct: wasted ? waste_percent : null,
    formula: working.numbers === working.result ? null : working.numbers.slice(0, 1000),
    price: price && kept(fraction(price.unit_price), 6),
    price_basis: price?.price_basis ?? '1',
    price_from: price?.from === 'fixed' ? 'fixed' : 'lookup',
    price_row: price?.price_id ?? null,
    price_valid_from: price?.valid_from ?? null,
    price_note: price?.source == null ? null : priceNote(price.source),
  }
}

/** 3 % of 42.50 is 3 at 42.50 per 100. */
const ofPercent = ({ label, percent, of, base }: PercentLeaf, factor: Fraction): Rest => ({
  item_code: null,
  name: label,
  unit: '%',
  qty_per_unit: kept(times(fraction(percent), factor), 9),
  waste_pct: null,
  formula: null,
  price: base === null ? null : kept(fraction(base), 6),
  price_basis: '100',
  price_from: 'percent',
  price_row: null,
  price_valid_from: null,
  price_note: typeof of === 'string' ? of : of.join(' + '),
})

const kept = (value: Fraction, digits: number): string =>
  plainText(fraction(fixedText(value, { digits, mode: 'half_up' })))
