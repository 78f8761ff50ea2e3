import type { Field } from './field.ts'

/** Where a field shows when a screen does not say which fields it shows. */
export const fieldPlaces = ['list', 'detail', 'form'] as const
export type FieldPlace = (typeof fieldPlaces)[number]

/** Types that make bad columns: in lists only when `shown_in` says so. */
const bulkyTypes: ReadonlySet<string> = new Set(['long_text', 'markdown', 'json', 'file'])

/**
 * Whether a field shows in a place that leaves the choice to the model. Apart from `field.ts`, so that the first load
 * needs no zod.
 */
export function isShownIn(
  field: Pick<Field, 'shown_in' | 'required'> & { type: string },
  place: FieldPlace,
): boolean {
  if (place === 'form' && field.required === true) return true
  if (field.shown_in) return field.shown_in.includes(place)
  return place !== 'list' || !bulkyTypes.has(field.type)
}
