import { keyFromLabel } from '#base/key-from-label.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { ViewProps } from '../view-props.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import type { FollowedValues } from './field-rules.ts'
import type { form } from './form.definition.ts'

/**
 * Makes the keys of a new record of what it is called, as far as nobody has written another one.
 * @example 'Site overhead' → 'site_overhead', or 'site_overhead_2' where that is taken
 */
export function followKeys(
  { values, given }: FollowedValues,
  keys: ViewProps<typeof form>['props']['keys'],
  fields: ReadonlyMap<string, FieldDescription>,
): FollowedValues {
  const fresh = Object.fromEntries(
    Object.entries(keys)
      .filter(([key]) => (values[key] ?? '') === (given[key] ?? ''))
      .map(([key, { from, taken }]) => {
        const label = values[from]
        if (isEmptyValue(label)) return [key, undefined]
        const others = new Set((taken ?? []).filter((one) => one !== null))
        return [key, keyFromLabel(String(label), others, fields.get(key)?.max_length)]
      }),
  )
  return { values: { ...values, ...fresh }, given: { ...given, ...fresh } }
}
