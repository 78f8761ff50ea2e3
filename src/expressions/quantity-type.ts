import type { Dimension } from '#contracts/unit.ts'
import { dimensionInWords } from './dimension.ts'

/** What a part of a quantity formula gives. */
export type QuantityType = { kind: 'quantity'; dimension: Dimension } | { kind: 'boolean' } | { kind: 'text' }

/** What a name stands for: a value (a parameter, a unit) or a table that `lookup` reads. */
export type QuantityName = QuantityType | { kind: 'table'; key: QuantityType; value: QuantityType }

/** A type in an estimator's words: "m²", "a plain number", "yes or no". */
export function quantityInWords(type: QuantityName): string {
  if (type.kind === 'quantity') return dimensionInWords(type.dimension)
  return type.kind === 'boolean' ? 'yes or no' : type.kind === 'text' ? 'text' : 'a table'
}
