import type { IfcElementFacts, IfcQuantity } from './ifc-facts.ts'

/** What many quantities have in common: of a hundred thousand in a file there are some hundred kinds. */
type QuantityKind = Omit<IfcQuantity, 'si' | 'zero'>

/** Elements as they go from one process to another, their quantities side by side. */
export interface PackedElements {
  elements: Omit<IfcElementFacts, 'quantities' | 'mesh'>[]
  kinds: QuantityKind[]
  /** How many quantities each element has. */
  counts: Uint32Array
  /** Of each quantity its place in `kinds`, and its value. */
  kindOf: Uint32Array
  values: string[]
}

/** Packs elements that no triangles are known of: whatever is written out again for each quantity costs more than the file. */
export function packElements(elements: readonly IfcElementFacts[]): PackedElements {
  const kinds: QuantityKind[] = []
  const places = new Map<string, number[]>()
  const placeOf = (quantity: IfcQuantity): number => {
    const named = places.get(quantity.name) ?? []
    const known = named.find((place) => isOfKind(quantity, kinds[place]))
    if (known !== undefined) return known
    const { si: _si, zero: _zero, ...kind } = quantity
    places.set(quantity.name, [...named, kinds.length])
    return kinds.push(kind) - 1
  }
  const quantities = elements.flatMap((element) => element.quantities)
  return {
    elements: elements.map(({ quantities: _quantities, mesh: _mesh, ...element }) => element),
    kinds,
    counts: Uint32Array.from(elements, (element) => element.quantities.length),
    kindOf: Uint32Array.from(quantities, placeOf),
    values: quantities.map(({ si }) => si),
  }
}

const isOfKind = (quantity: IfcQuantity, kind: QuantityKind | undefined): boolean =>
  kind !== undefined &&
  quantity.set === kind.set &&
  quantity.dimension === kind.dimension &&
  quantity.canonical === kind.canonical &&
  quantity.source === kind.source &&
  quantity.assumedUnit === kind.assumedUnit

/** The elements as they were packed. */
export function unpackElements({
  elements,
  kinds,
  counts,
  kindOf,
  values,
}: PackedElements): IfcElementFacts[] {
  let at = 0
  return elements.map((element, index) => {
    const quantities: IfcQuantity[] = []
    for (const end = at + (counts[index] ?? 0); at < end; at += 1) {
      const [kind, si] = [kinds[kindOf[at] ?? 0], values[at]]
      if (kind && si !== undefined) quantities.push(quantityOf(kind, si))
    }
    return { ...element, quantities, mesh: null }
  })
}

// Written out: there are a hundred thousand, and copying what an object happens to have takes three times as long.
const quantityOf = (
  { set, name, canonical, dimension, source, assumedUnit }: QuantityKind,
  si: string,
): IfcQuantity => ({ set, name, canonical, dimension, si, source, zero: si === '0', assumedUnit })
