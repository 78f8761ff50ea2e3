import type { TakeoffVariable } from '#estimating/takeoff-rule.ts'
import { canonicalDimensions, type Dimension } from '../bim/read-ifc/canonical-quantity.ts'

const unitOf: Readonly<Record<Dimension, string>> = {
  length: 'm',
  area: 'm2',
  volume: 'm3',
  weight: 'kg',
  count: 'pcs',
}

/**
 * The names the formula of a rule may read, with their units: every canonical quantity, and under `length`, `area`,
 * `volume`, `weight` and `count` the one an element counts with.
 */
export const takeoffVariables: readonly TakeoffVariable[] = [...canonicalDimensions].map(
  ([key, dimension]) => ({
    key,
    unit: unitOf[dimension],
  }),
)
