import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { titleOf } from '../field/field-traits.ts'
import type { FormState } from './field-rules.ts'
import type { FormShared } from './form-theme.tsx'
import type { FormValues } from './form-values.ts'

/** The arrangement with only the wanted fields in sight, in their order; what is given cannot be typed, `silent` is not shown. */
export function arranged(
  ui: Record<string, unknown>,
  wanted: readonly string[] | undefined,
  keys: readonly string[],
  state: FormState,
  given: FormValues = {},
  silent: readonly string[] = [],
): UiSchema<FormValues, RJSFSchema, FormShared> {
  const away = (key: string): boolean =>
    state.hidden.has(key) || silent.includes(key) || wanted?.includes(key) === false
  const changed = keys.flatMap((key): [string, object][] => {
    if (away(key)) return [[key, { 'ui:widget': 'hidden' }]]
    return state.readOnly.has(key) || Object.hasOwn(given, key)
      ? [[key, { ...(ui[key] as object), 'ui:readonly': true }]]
      : []
  })
  const order = wanted ? { 'ui:order': [...wanted.filter((key) => keys.includes(key)), '*'] } : {}
  return { ...ui, ...Object.fromEntries(changed), ...order } as UiSchema<FormValues, RJSFSchema, FormShared>
}

/** The title of what a field points to, by its key. */
export function titled(field: FieldDescription, row: Row | null): [string, string][] {
  const title = row ? titleOf(row[field.key], field, row) : null
  return title === null ? [] : [[field.key, title]]
}
