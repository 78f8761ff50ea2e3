import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { systemFieldKeys, type Field } from '#contracts/field.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { memberModelKey } from './field-info.ts'
import { jsonBytes, jsonProblem, keyProblem, mostJsonBytes } from './json-problem.ts'
import { normaliseValue } from './normalise-value.ts'
import type { ModelInfo } from './workspace.ts'

type Attributes = Readonly<Record<string, unknown>>

export interface ValidatedAttributes {
  /** The whole map after the write: merged, normalised, defaults filled in, empty keys left out. */
  attributes: Record<string, unknown>
  /** Keys whose value differs from before, in order. */
  changed: string[]
  /** Values that no other record of the model may have; only the ones that changed. */
  unique: { key: string; value: string }[]
  /** Records the changed values point to; the caller makes sure they exist in this workspace. */
  references: { key: string; model: string; ids: string[] }[]
  /** Uploaded files the changed values hold. */
  files: { key: string; ids: string[] }[]
}

export interface ValidateOptions {
  /** Who writes. A required field they may not write is not asked of them (and not named to them). */
  access?: Access
  /** Begins the places of errors; `attributes` unless told. */
  path?: string
}

/**
 * Merges a write into a record and checks it: absent = unchanged, null = cleared. `existing` is null for a new record,
 * which takes defaults. What is in `existing` already is not checked again, so that an old value of another form does not
 * block an edit elsewhere. Refuses with 422 `invalid` and every problem at once.
 */
export function validateAttributes(
  model: ModelInfo,
  archetypeFields: readonly Field[],
  incoming: Attributes,
  existing: Attributes | null,
  options: ValidateOptions = {},
): ValidatedAttributes {
  const fields = declaredFields(model, archetypeFields)
  const problems: ErrorDetail[] = []
  const noted = new Set<string>()
  const note = (key: string, code: string, message: string) => {
    noted.add(key)
    problems.push({ path: `${options.path ?? 'attributes'}.${key}`, code, message })
  }
  const merged = new Map<string, unknown>(Object.entries(existing ?? {}))
  const written = new Map<string, unknown>(existing ? [] : defaultsOf(fields))
  for (const [key, value] of Object.entries(incoming)) if (value !== undefined) written.set(key, value)

  for (const [key, value] of written) {
    const field = fields.get(key)
    const result = field ? normaliseValue(field, value) : checkFreeKey(model, key, value)
    if ('code' in result) note(key, result.code, result.message)
    else if (result.value === null) merged.delete(key)
    else merged.set(key, result.value)
  }
  const asked = existing ? written : fields
  for (const [key, field] of fields) {
    const mayWrite = options.access?.mayWrite(model, key, true) ?? true
    if (field.required === true && asked.has(key) && mayWrite && !merged.has(key) && !noted.has(key))
      note(key, 'required', 'This is required.')
  }
  const free = [...merged].filter(([key]) => !fields.has(key))
  const freeWritten = [...written.keys()].find((key) => !fields.has(key))
  if (freeWritten !== undefined && jsonBytes(Object.fromEntries(free)) > mostJsonBytes)
    note(freeWritten, 'limit', 'Keys without a field hold more than 64 KB together.')
  if (problems.length > 0) throw invalid(problems)

  const attributes = Object.fromEntries(merged)
  const before = existing ?? {}
  const changed = [...new Set([...Object.keys(before), ...merged.keys()])].filter(
    (key) => !isSame(before, attributes, key),
  )
  return { attributes, changed, ...consequences(fields, changed, merged) }
}

function isSame(before: Attributes, after: Attributes, key: string): boolean {
  const [old, now] = [before, after].map((map) => (Object.hasOwn(map, key) ? map[key] : null))
  return canonicalJson(old ?? null) === canonicalJson(now ?? null)
}

function declaredFields(model: ModelInfo, added: readonly Field[]): ReadonlyMap<string, Field> {
  const own = [...model.fields.values()].filter(({ system }) => !system).map(({ field }) => field)
  const fields = new Map(own.map((field) => [field.key, field]))
  for (const field of added) if (!fields.has(field.key)) fields.set(field.key, field)
  return fields
}

const defaultsOf = (fields: ReadonlyMap<string, Field>): [string, unknown][] =>
  [...fields].flatMap(([key, field]) => (field.default === undefined ? [] : [[key, field.default]]))

const systemKeys: ReadonlySet<string> = new Set(systemFieldKeys)

function checkFreeKey(model: ModelInfo, key: string, value: unknown): ReturnType<typeof normaliseValue> {
  if (systemKeys.has(key)) return { code: 'system_key', message: 'This key is kept by the system.' }
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return { code: 'key', message: wrongKey }
  if (model.strict) return { code: 'unknown_key', message: 'This model takes declared fields only.' }
  const problem = jsonProblem(value)
  return problem === null ? { value } : { code: 'json', message: problem }
}

function consequences(
  fields: ReadonlyMap<string, Field>,
  changed: readonly string[],
  merged: ReadonlyMap<string, unknown>,
): Pick<ValidatedAttributes, 'unique' | 'references' | 'files'> {
  const unique: ValidatedAttributes['unique'] = []
  const references: ValidatedAttributes['references'] = []
  const files: ValidatedAttributes['files'] = []
  for (const key of changed) {
    const field = fields.get(key)
    const value = merged.get(key)
    if (!field || value === undefined) continue
    if (field.unique === true)
      unique.push({ key, value: typeof value === 'string' ? value : canonicalJson(value) })
    const target =
      field.type === 'user' ? memberModelKey : field.type === 'relation' ? field.target : undefined
    if (target !== undefined) references.push({ key, model: target, ids: idsOf(value) })
    if (field.type === 'file' || field.type === 'image') files.push({ key, ids: idsOf(value) })
  }
  return { unique, references, files }
}

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
    return typeof id === 'string' ? [id] : []
  })
