import type { Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { plainValue } from '../data-grid/use-cell-edits.ts'
import { propertiesOf } from './describe-form-fields.ts'

/** The values of a form by field key; what is empty is absent. */
export type FormValues = Record<string, unknown>

/** A record as form values: expanded relations as ids, nothing empty. */
export function toFormValues(row: Row, keys: readonly string[]): FormValues {
  const entries = keys.map((key) => [key, plainValue(row[key])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** The values a new record begins with: what the schema says, and over it what the screen gives. */
export function startValues(schema: Record<string, unknown>, given: Record<string, unknown>): FormValues {
  const defaults = Object.entries(propertiesOf(schema)).flatMap(([key, property]) =>
    'default' in property ? [[key, property['default']] as const] : [],
  )
  const values = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(values) }
}

/** The values that the screen gives for good; without one a field is typed as ever. */
export const givenValues = (given: Readonly<Record<string, { value: unknown }>>): FormValues =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const])),
  )

/** What was changed, with null for what was cleared. Order in lists counts, order of keys does not. */
export function changedValues(
  before: FormValues,
  after: FormValues,
  keys: readonly string[],
): Record<string, Json> {
  const changed = keys.filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  )
  return Object.fromEntries(changed.map((key) => [key, (after[key] ?? null) as Json]))
}

/** The values of these keys as the writer saw them. */
export const baseOf = (before: FormValues, keys: readonly string[]): Record<string, Json> =>
  Object.fromEntries(keys.map((key) => [key, (before[key] ?? null) as Json]))

/** What the system keeps of a record, as its conditions read it; nothing of a new one. */
export const keptValues = (row: Row | null): FormValues =>
  row ? toFormValues(row, ['created_at', 'created_by', 'updated_at', 'updated_by']) : {}
