import { isJsonObject, type Json } from '#base/json.ts'

/** One value that is asked for. */
export interface AskedField {
  key: string
  label: string
  kind: 'number' | 'choice' | 'bool'
  unit: string
  default: string | boolean
  choices: readonly { value: string; label: string }[]
}

/** What a record declares, as far as it can be asked: what is worked out from the rest is left out. */
export function askedFields(declared: Json | undefined): AskedField[] {
  const list = isJsonObject(declared) ? declared.params : declared
  return Array.isArray(list) ? list.flatMap(askedField) : []
}

function askedField(one: Json): AskedField[] {
  if (!isJsonObject(one) || typeof one.key !== 'string') return []
  const { key, kind, choices } = one
  if (kind !== 'number' && kind !== 'choice' && kind !== 'bool') return []
  const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
  return [
    {
      key,
      kind,
      label: text(one.label) ?? key,
      unit: text(one.unit) ?? '',
      default: kind === 'bool' ? one.default === true : (text(one.default) ?? ''),
      choices: Array.isArray(choices) ? choices.flatMap(choiceOf) : [],
    },
  ]
}

function choiceOf(one: Json): { value: string; label: string }[] {
  if (!isJsonObject(one) || typeof one.value !== 'string') return []
  return [{ value: one.value, label: typeof one.label === 'string' ? one.label : one.value }]
}

/** Values that were given before, of those that are asked for now. */
export function knownValues(
  fields: readonly AskedField[],
  values: Json | null | undefined,
): Record<string, string | boolean> {
  const known: Record<string, string | boolean> = {}
  if (!isJsonObject(values)) return known
  for (const { key, kind } of fields) {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (typeof value === 'boolean' && kind === 'bool') known[key] = value
    if (typeof value === 'string' && kind !== 'bool') known[key] = value
  }
  return known
}
