import { isDecimalText } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import type { ElementQuantity, QuantitySource, TakeoffElement } from '#estimating/takeoff-rule.ts'
import { textOf } from '../estimates/read-value.ts'
import { canonicalDimensions, preferredNames, type Dimension } from '../bim/read-ifc/canonical-quantity.ts'

/** What is read of an element. */
export const elementFields = [
  'id',
  'version',
  'name',
  'ifc_class',
  'predefined_type',
  'type_name',
  'materials',
  'storey',
  'classification',
  'global_id',
  'quantities',
  'property_sets',
]

const notCounted = new Set([
  'IfcSpace',
  'IfcOpeningElement',
  'IfcOpeningStandardCase',
  'IfcGrid',
  'IfcAnnotation',
])
const sources: readonly QuantitySource[] = ['qto', 'pset', 'computed']

/** An element as the arithmetic reads it: its quantities in the order in which they are preferred. */
export function elementOf(row: Readonly<Record<string, unknown>>): TakeoffElement {
  const text = (key: string): string | null => textOf(row, key)
  const properties = row['property_sets']
  return {
    id: String(row['id']),
    facts: {
      ifc_class: text('ifc_class'),
      predefined_type: text('predefined_type'),
      type_name: text('type_name'),
      materials: text('materials'),
      storey: text('storey'),
      classification: text('classification'),
      name: text('name'),
    },
    quantities: quantitiesOf(row['quantities']),
    properties: isJsonObject(properties) ? properties : {},
    counts: !notCounted.has(text('ifc_class') ?? ''),
  }
}

function quantitiesOf(value: unknown): ElementQuantity[] {
  if (!Array.isArray(value)) return []
  const found = (value as unknown[]).flatMap((kept) => {
    if (!isJsonObject(kept)) return []
    const { canonical, si, source, zero, assumedUnit } = kept
    const known = sources.find((one) => one === source)
    const dimension = canonicalDimensions.get(String(canonical))
    if (!known || !dimension || typeof si !== 'string' || !isDecimalText(si)) return []
    return [
      {
        place: placeOf(String(canonical), dimension) + sources.indexOf(known) * 100,
        quantity: {
          keys: keysOf(String(canonical), dimension),
          value: si,
          source: known,
          zero: zero === true,
          assumedUnit: assumedUnit === true,
        },
      },
    ]
  })
  return found.toSorted((a, b) => a.place - b.place).map(({ quantity }) => quantity)
}

const placeOf = (canonical: string, dimension: Dimension): number => {
  const place = preferredNames(dimension).findIndex((name) => name === canonical)
  return place < 0 ? 50 : place
}

// “volume” is what an element counts with: the net volume where it has one.
const keysOf = (canonical: string, dimension: Dimension): string[] =>
  canonical !== dimension && preferredNames(dimension).some((name) => name === canonical)
    ? [canonical, dimension]
    : [canonical]
