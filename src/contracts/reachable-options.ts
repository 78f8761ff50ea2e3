import type { Field } from './field.ts'
import { optionParts } from './option-parts.ts'

/**
 * The options a status may become from `current` (null: a new record), itself left out; null when any may follow. A value
 * that is none of the options any more may become any. Apart from `field.ts`, so that the first load needs no zod.
 */
export function reachableOptions(
  field: Pick<Field, 'options' | 'transitions' | 'starts'>,
  current: string | null,
): readonly string[] | null {
  if (current === null) return field.starts ?? null
  if (!field.transitions) return null
  if (!(field.options ?? []).some((option) => optionParts(option).value === current)) return null
  return Object.hasOwn(field.transitions, current) ? (field.transitions[current] ?? []) : []
}
