import { canonicalJson } from '#base/json.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { isEmptyValue } from '../field/field-traits.ts'

/** Keys of the fields that two versions hold differently; nothing, an empty text and an empty list are the same. */
export function changedKeys(fields: readonly FieldDescription[], left: Row, right: Row): Set<string> {
  const form = (value: unknown): string => (isEmptyValue(value) ? 'null' : canonicalJson(value))
  return new Set(fields.filter(({ key }) => form(left[key]) !== form(right[key])).map(({ key }) => key))
}
