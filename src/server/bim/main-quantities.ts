import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { preferredNames, type Dimension } from './read-ifc/canonical-quantity.ts'
import type { IfcQuantity } from './read-ifc/ifc-facts.ts'

const dimensions = ['length', 'area', 'volume', 'weight', 'count'] as const satisfies readonly Dimension[]
const sources = ['qto', 'pset', 'computed'] as const satisfies readonly IfcQuantity['source'][]

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
 * says, that before what the triangles come to; what is not zero before a zero. Values have at most six places.
 *
 *     mainQuantities([{ canonical: 'net_volume', dimension: 'volume', si: '2.5', … }]).values.volume // '2.5'
 */
export function mainQuantities(quantities: readonly IfcQuantity[]): {
  values: Partial<Record<Dimension, string>>
  kept: KeptQuantity[]
} {
  const used = new Map<Dimension, IfcQuantity>()
  for (const dimension of dimensions) {
    const chosen = choose(quantities, dimension, false) ?? choose(quantities, dimension, true)
    if (chosen) used.set(dimension, chosen)
  }
  const values = Object.fromEntries(
    [...used].map(([dimension, { si }]) => [dimension, decimalText(decimal(roundHalfUp(decimal(si), 6)))]),
  )
  return {
    values,
    kept: quantities.map((quantity) => keep(quantity, used.get(quantity.dimension) === quantity)),
  }
}

function choose(
  quantities: readonly IfcQuantity[],
  dimension: Dimension,
  zero: boolean,
): IfcQuantity | undefined {
  for (const source of sources)
    for (const canonical of preferredNames(dimension)) {
      const found = quantities.find(
        (quantity) =>
          quantity.source === source && quantity.canonical === canonical && quantity.zero === zero,
      )
      if (found) return found
    }
  return undefined
}

const keep = (
  { name, dimension, si, source, set, canonical, zero, assumedUnit }: IfcQuantity,
  used: boolean,
): KeptQuantity => ({
  name,
  dimension,
  si,
  source,
  ...(set !== null && { set }),
  ...(canonical !== null && { canonical }),
  ...(zero && { zero }),
  ...(assumedUnit && { assumedUnit }),
  ...(used && { used }),
})
