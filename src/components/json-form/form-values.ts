import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base/json.ts'

/** One input. */
export interface ValueField {
  key: string
  label: string
  kind: 'text' | 'number' | 'whole' | 'choice'
  unit?: string | undefined
  empty?: string | undefined
  choices?:
    | readonly { value: string; label: string; sets?: Readonly<Record<string, Json>> | undefined }[]
    | undefined
  choices_of?: { model: string; value: string; title: string } | undefined
}

/** The sets of values that a field holds; one that is missing or of another form has none. */
export function setsIn(stored: Json | undefined, list: boolean): JsonObject[] {
  if (list) return Array.isArray(stored) ? stored.filter(isJsonObject) : []
  return [isJsonObject(stored) ? stored : {}]
}

/** What an input shows of a value. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** What an input writes: null where it is empty, a whole number where one is wanted. */
export function valueOf({ kind }: ValueField, text: string): Json {
  if (text.trim() === '') return null
  return kind === 'whole' ? Number.parseInt(text, 10) : text
}

/**
 * A set with one value changed: a choice brings the values it sets, and gives way to the choice that sets none once one of
 * them is another.
 * @example changed({ preset: 'A', digits: 2 }, digits, 3, fields) // { preset: 'own', digits: 3 }
 */
export function changed(
  set: JsonObject,
  field: ValueField,
  value: Json,
  fields: readonly ValueField[],
): JsonObject {
  const brought = field.choices?.find((choice) => choice.value === value)?.sets
  const next: JsonObject = { ...set, ...brought, [field.key]: value }
  for (const { key, choices = [] } of fields) {
    const sets = choices.find((choice) => choice.value === next[key])?.sets
    const holds = Object.entries(sets ?? {}).every(
      ([name, wanted]) => canonicalJson(next[name] ?? null) === canonicalJson(wanted),
    )
    const free = choices.find((choice) => choice.sets === undefined)
    if (!holds && free) next[key] = free.value
  }
  return next
}
