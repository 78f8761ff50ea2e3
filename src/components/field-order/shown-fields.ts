import type { FieldDefinition } from '#contracts/computed-field.ts'
import { fieldPlaces, isShownIn, type FieldPlace } from '#contracts/shown-in.ts'

/** Turns a place on or off for a field; what equals the rule for fields that say nothing is not kept. */
export function withPlace(field: FieldDefinition, place: FieldPlace, on: boolean): FieldDefinition {
  const { shown_in: _before, ...plain } = field
  const shown = fieldPlaces.filter((one) => (one === place ? on : isShownIn(field, one)))
  const usual = fieldPlaces.filter((one) => isShownIn(plain, one))
  return shown.length === usual.length && shown.every((one, at) => one === usual[at])
    ? plain
    : { ...plain, shown_in: shown }
}

/** How many fields stand elsewhere or show elsewhere than before. */
export function countOrderChanges(
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
): number {
  const known = new Map(before.map((field) => [field.key, JSON.stringify(field.shown_in ?? null)]))
  const shown = after.filter(
    (field) => known.get(field.key) !== JSON.stringify(field.shown_in ?? null),
  ).length
  const moved = before.some((field, at) => field.key !== after[at]?.key)
  return shown + (moved ? 1 : 0)
}

/** The list with the field at one place moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_one, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
