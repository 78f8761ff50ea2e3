import { invalid } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'

/** A record as a client writes it, taken apart. */
export interface RecordValues {
  values: Record<string, unknown>
  base: Record<string, unknown> | undefined
  archetypeId: string | null | undefined
  parentToken: string | null | undefined
}

const textOrNull = (value: unknown, path: string): string | null | undefined => {
  if (value === undefined || value === null || typeof value === 'string') return value
  throw invalid([{ path, code: 'type', message: 'Write a text.' }])
}

function mapOf(value: unknown, path: string): Record<string, unknown> | undefined {
  if (value === undefined) return undefined
  if (!isJsonObject(value)) throw invalid([{ path, code: 'type', message: 'Give values by key.' }])
  return value
}

/**
 * Reads `{name: …, price: …, archetype_id?, parent_token?, base?}`, or the same values inside `attributes`. The system's
 * own keys stay in and are refused by the validator.
 */
export function recordValues(body: Readonly<Record<string, unknown>>): RecordValues {
  const { attributes, base, archetype_id, parent_token, ...flat } = body
  const wrapped = mapOf(attributes, 'attributes')
  const [both] = wrapped ? Object.keys(flat).filter((key) => Object.hasOwn(wrapped, key)) : []
  if (both !== undefined)
    throw invalid([{ path: both, code: 'duplicate', message: 'This value is given twice.' }])
  const asGiven = mapOf(base, 'base')
  return {
    values: { ...flat, ...wrapped },
    base: mapOf(asGiven?.attributes, 'base.attributes') ?? asGiven,
    archetypeId:
      textOrNull(archetype_id, 'archetype_id')?.toLowerCase() ?? (archetype_id as null | undefined),
    parentToken: textOrNull(parent_token, 'parent_token'),
  }
}
