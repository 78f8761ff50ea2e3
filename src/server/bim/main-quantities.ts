import { must } from '#base/assert.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { groupBy } from '#base/group-by.ts'
import { preferredNames, type Dimension } from './read-ifc/canonical-quantity.ts'
import type { IfcQuantity } from './read-ifc/ifc-facts.ts'

const dimensions = ['length', 'area', 'volume', 'weight', 'count'] as const satisfies readonly Dimension[]

/**
 * A quantity as it is kept with its element, what is not the case left out: a large model has a hundred thousand of them.
 * `used`: it is the one that counts for its dimension.
 */
export interface KeptQuantity extends Pick<IfcQuantity, 'name' | 'dimension' | 'si' | 'source'> {
  set?: string
  canonical?: string
  zero?: true
  assumedUnit?: true
  used?: true
}

/**
 * Chooses for each dimension the quantity an element counts with: what a quantity set declares goes before what a property
 * says, that before what the triangles come to; what is not zero before a zero; of what is declared twice the one that the
 * triangles bear out. Values have at most six places.
 *
 *     mainQuantities([{ canonical: 'net_volume', dimension: 'volume', si: '2.5', … }]).values.volume // '2.5'
 */
export function mainQuantities(declared: readonly IfcQuantity[]): {
  values: Partial<Record<Dimension, string>>
  kept: KeptQuantity[]
} {
  const quantities = plausibleFirst(declared)
  const used = chosenOf(quantities)
  const values = Object.fromEntries(
    [...used].map(([dimension, { si }]) => [dimension, decimalText(decimal(roundHalfUp(decimal(si), 6)))]),
  )
  return {
    values,
    kept: quantities.map((quantity) => keep(quantity, used.get(quantity.dimension) === quantity)),
  }
}

/** No part of a surface is larger than the whole; a little more is what rounding makes. */
export const mostOfSurface = 1.05

// Some programs write a quantity twice, once in millimetres to the power where the file says metres.
function plausibleFirst(quantities: readonly IfcQuantity[]): readonly IfcQuantity[] {
  const computed = (dimension: Dimension): number | null => {
    const found = quantities.find((one) => one.source === 'computed' && one.dimension === dimension)
    return !found || found.zero ? null : Number(found.si)
  }
  const [solid, surface] = [computed('volume'), computed('area')]
  // Nothing bears any of them out: most elements of a file whose triangles were not asked for.
  if (solid === null && surface === null) return quantities
  const far = ({ dimension, si }: IfcQuantity): number => {
    if (dimension === 'volume' && solid !== null) return Math.abs(Number(si) - solid)
    return dimension === 'area' && surface !== null && Number(si) > surface * mostOfSurface ? 1 : 0
  }
  const ordered = [...quantities]
  const declared = [...quantities.entries()].filter(
    ([, { source, canonical, dimension }]) =>
      source !== 'computed' && canonical !== null && (dimension === 'volume' || dimension === 'area'),
  )
  for (const own of groupBy(declared, ([, { canonical, source }]) => `${source} ${canonical}`).values()) {
    if (own.length === 1) continue
    const sorted = own.map(([, quantity]) => quantity).toSorted((a, b) => far(a) - far(b))
    for (const [place, [at]] of own.entries()) ordered[at] = must(sorted[place])
  }
  return ordered
}

// How good a quantity is to count with: by what says it, then by its name. None is as high as a whole source.
const nameRanks: ReadonlyMap<string, number> = new Map(
  dimensions.flatMap((dimension) => preferredNames(dimension).map((name, rank) => [name, rank] as const)),
)
const sourceRanks = { qto: 0, pset: 100, computed: 200 } as const satisfies Record<
  IfcQuantity['source'],
  number
>
const zeroRank = 1000

/** Of each dimension the quantity that counts: one pass, for some elements have three hundred. */
function chosenOf(quantities: readonly IfcQuantity[]): Map<Dimension, IfcQuantity> {
  const best = new Map<Dimension, { rank: number; quantity: IfcQuantity }>()
  for (const quantity of quantities) {
    const name = quantity.canonical === null ? undefined : nameRanks.get(quantity.canonical)
    if (name === undefined) continue
    const rank = name + sourceRanks[quantity.source] + (quantity.zero ? zeroRank : 0)
    const known = best.get(quantity.dimension)
    if (!known || rank < known.rank) best.set(quantity.dimension, { rank, quantity })
  }
  const used = new Map<Dimension, IfcQuantity>()
  for (const dimension of dimensions) {
    const chosen = best.get(dimension)
    if (chosen) used.set(dimension, chosen.quantity)
  }
  return used
}

function keep(
  { name, dimension, si, source, set, canonical, zero, assumedUnit }: IfcQuantity,
  isUsed: boolean,
): KeptQuantity {
  const kept: KeptQuantity = { name, dimension, si, source }
  if (set !== null) kept.set = set
  if (canonical !== null) kept.canonical = canonical
  if (zero) kept.zero = true
  if (assumedUnit) kept.assumedUnit = true
  if (isUsed) kept.used = true
  return kept
}
