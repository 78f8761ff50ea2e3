import { decimal } from '#base/decimal.ts'
import { canonicalJson } from '#base/json.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo } from './workspace.ts'

/** A value no other record of the model may have. `key` is the field's, or `a+b` of fields that are unique together. */
export interface UniqueValue {
  key: string
  value: string
}

type Attributes = Readonly<Record<string, unknown>>

/** Whether no two records may have the same value here; numbers the server gives are so by themselves. */
export const isUnique = (field: Pick<Field, 'type' | 'unique'>): boolean =>
  field.unique === true || fieldTypeOf(field.type).assigned === true

/** The key under which values that are unique together are kept: `project+number`. */
export const togetherKey = (keys: readonly string[]): string => keys.join('+')

/** The fields a unique key is about: `project+number` → `['project', 'number']`. */
export const keysTogether = (key: string): string[] => key.split('+')

// PostgreSQL writes numbers without exponent (`follow-unique.ts` reads what is stored).
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? decimal(value).toFixed()
      : canonicalJson(value)

/**
 * The unique values of a record, by the fields it has and the sets its model keeps unique together. An empty value is not
 * compared, nor is a set in which one is empty. Several texts become one that no other texts make: each after its length
 * in characters.
 */
export function uniqueValues(
  model: ModelInfo,
  fields: Iterable<Field>,
  attributes: Attributes,
): UniqueValue[] {
  const has = (key: string): boolean => Object.hasOwn(attributes, key) && attributes[key] !== null
  const single = [...fields]
    .filter((field) => isUnique(field) && has(field.key))
    .map(({ key }) => ({ key, value: textOf(attributes[key]) }))
  const together = (model.source?.schema?.unique_together ?? [])
    .filter((keys) => keys.every((key) => has(key)))
    .map((keys) => ({
      key: togetherKey(keys),
      value: keys
        .map((key) => textOf(attributes[key]))
        .map((text) => `${[...text].length}:${text}`)
        .join(''),
    }))
  return [...single, ...together]
}

/** What a change of a record gives back and what it takes. */
export function uniqueChanges(
  before: readonly UniqueValue[],
  after: readonly UniqueValue[],
): { released: string[]; claimed: UniqueValue[] } {
  const place = ({ key, value }: UniqueValue): string => `${key} ${value}`
  const [old, now] = [new Set(before.map(place)), new Set(after.map(place))]
  return {
    released: before.filter((one) => !now.has(place(one))).map(({ key }) => key),
    claimed: after.filter((one) => !old.has(place(one))),
  }
}
