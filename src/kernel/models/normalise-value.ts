import type { Field } from '#contracts/field.ts'
import { allFieldTypes } from '../field-types/all-field-types.ts'
import type { Normalised } from '../field-types/field-type-part.ts'

export type { Normalised } from '../field-types/field-type-part.ts'

/**
 * Checks a value against its field and brings it into the one form that equal values share: decimals without needless
 * zeros (or with exactly `scale` digits), moments in UTC, ids in lower case. An empty text or list is empty.
 * Example: `normaliseValue({type: 'money', scale: 2, …}, '07.5')` → `{value: '7.50'}`.
 */
export function normaliseValue(field: Field, value: unknown): Normalised {
  if (value === null || value === undefined || value === '') return { value: null }
  if (Array.isArray(value) && value.length === 0) return { value: null }
  return allFieldTypes[field.type].normalise(value, field)
}
