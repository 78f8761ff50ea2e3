import { invalid } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { saying } from '#base/saying.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { Access } from './compile-permissions.ts'

type Values = Readonly<Record<string, unknown>>

/** Worked out by a formula, or kept by the rules of a standard model. */
export const isKept = (info: FieldInfo | undefined): boolean =>
  info !== undefined && (info.computed !== undefined || info.field.derived === true)

/**
 * What is left of a write without values that are worked out: nobody writes these. One that is sent back as it is stored
 * is passed over; another value is refused with 422 `invalid`, code `computed`. Whoever may not read such a field gets
 * the answer for unknown keys (`restrictWrite`).
 */
export function withoutComputed(
  model: ModelInfo,
  access: Access,
  values: Values,
  stored: Values | null,
  path: string,
): Record<string, unknown> {
  const sent = Object.keys(values).filter(
    (key) => isKept(model.fields.get(key)) && access.mayRead(model, key),
  )
  if (sent.length === 0) return { ...values }
  const value = (map: Values | null, key: string): string =>
    canonicalJson(map && Object.hasOwn(map, key) ? (map[key] ?? null) : null)
  const changed = sent.filter((key) => !stored || value(values, key) !== value(stored, key))
  if (changed.length > 0)
    throw invalid(
      changed.map((key) => ({
        path: `${path}.${key}`,
        code: 'computed',
        ...saying('{{field}} is worked out and cannot be written.', {
          field: { names: [model.fields.get(key)?.label ?? key] },
        }),
      })),
    )
  return Object.fromEntries(Object.entries(values).filter(([key]) => !sent.includes(key)))
}
