import { invalid, type ErrorDetail } from '#base/app-error.ts'
import type { Clock } from '#base/clock.ts'
import { systemFieldKeys, type Field } from '#contracts/field.ts'
import { wrong, type Problem } from '../field-types/field-type-part.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { expressionOf, type SystemValues, type Writer } from './field-conditions.ts'
import { memberModelKey } from './field-info.ts'
import { jsonBytes, jsonProblem, keyProblem, mostJsonBytes } from './json-problem.ts'
import { normaliseValue } from './normalise-value.ts'
import { isSame, RecordRules } from './record-rules.ts'
import { uniqueChanges, uniqueValues, type UniqueValue } from './unique-values.ts'
import type { ModelInfo } from './workspace.ts'

type Attributes = Readonly<Record<string, unknown>>

export interface ValidatedAttributes {
  /** The whole map after the write: merged, normalised, defaults filled in, empty keys left out. */
  attributes: Record<string, unknown>
  /** Keys whose value differs from before, in order. */
  changed: string[]
  /** Values that no other record of the model may have; only the ones that changed. */
  unique: UniqueValue[]
  /** Keys of unique values that were given up. */
  released: string[]
  /** Records the changed values point to; the caller makes sure they exist in this workspace. */
  references: { key: string; model: string; ids: string[] }[]
  /** Uploaded files the changed values hold. */
  files: { key: string; ids: string[] }[]
}

export interface ValidateOptions {
  /** Who writes. A required field they may not write is not asked of them (and not named to them). */
  access?: Access
  /** Who writes, for conditions and default expressions that read `user`. */
  writer?: Writer
  /** What the system keeps of the record as it is stored. */
  system?: SystemValues
  clock?: Clock
  /** Whose days conditions and default expressions mean; UTC unless told. */
  timeZone?: string | undefined
  /** Begins the places of errors; `attributes` unless told. */
  path?: string
  /** The fields the record had before, when it takes on another archetype by this write. */
  formerFields?: readonly Field[]
  /** Values come back that were there before: a status may return by a way it cannot go. */
  restoring?: boolean
  /** A new record brings its numbers of series along, as a row of a file does. */
  numbered?: boolean
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
  const note = (key: string, problem: Problem) => {
    noted.add(key)
    problems.push({ path: `${options.path ?? 'attributes'}.${key}`, ...problem })
  }
  const merged = new Map<string, unknown>(Object.entries(existing ?? {}))
  const take = (key: string, value: unknown): void => {
    const field = fields.get(key)
    const result = field ? normaliseValue(field, value) : checkFreeKey(model, key, value)
    if ('code' in result) note(key, result)
    else if (result.value === null) merged.delete(key)
    else merged.set(key, result.value)
  }
  const given = new Map(Object.entries(incoming).filter(([, value]) => value !== undefined))
  const rules = new RecordRules(model, fields, existing, options)
  for (const [key, value] of new Map([...(existing ? [] : plainDefaults(fields)), ...given])) take(key, value)
  if (!existing) rules.fillDefaults(merged, given, take)

  rules.check(merged, given, noted, note)
  const free = [...merged].filter(([key]) => !fields.has(key))
  const freeWritten = [...given.keys()].find((key) => !fields.has(key))
  if (freeWritten !== undefined && jsonBytes(Object.fromEntries(free)) > mostJsonBytes)
    note(freeWritten, wrong('limit', 'Keys without a field hold more than 64 KB together.'))
  if (problems.length > 0) throw invalid(problems)

  const attributes = Object.fromEntries(merged)
  const before = existing ?? {}
  const changed = [...new Set([...Object.keys(before), ...merged.keys()])].filter(
    (key) => !isSame(before, attributes, key),
  )
  const { released, claimed } = uniqueChanges(
    existing ? uniqueValues(model, options.formerFields ?? fields.values(), existing) : [],
    uniqueValues(model, fields.values(), attributes),
  )
  return { attributes, changed, unique: claimed, released, ...consequences(fields, changed, merged) }
}

// Records of one kind come one after the other, with the same list of fields.
const known = new WeakMap<readonly Field[], { model: ModelInfo; fields: ReadonlyMap<string, Field> }>()

function declaredFields(model: ModelInfo, added: readonly Field[]): ReadonlyMap<string, Field> {
  const found = known.get(added)
  if (found?.model === model) return found.fields
  const fields = findFields(model, added)
  known.set(added, { model, fields })
  return fields
}

function findFields(model: ModelInfo, added: readonly Field[]): ReadonlyMap<string, Field> {
  const own = [...model.fields.values()].filter(({ system }) => !system).map(({ field }) => field)
  const fields = new Map(own.map((field) => [field.key, field]))
  for (const field of added) if (!fields.has(field.key)) fields.set(field.key, field)
  return fields
}

const plainDefaults = (fields: ReadonlyMap<string, Field>): [string, unknown][] =>
  [...fields].flatMap(([key, field]) =>
    field.default === undefined || expressionOf(field, 'default') !== null ? [] : [[key, field.default]],
  )

const systemKeys: ReadonlySet<string> = new Set(systemFieldKeys)

function checkFreeKey(model: ModelInfo, key: string, value: unknown): ReturnType<typeof normaliseValue> {
  if (systemKeys.has(key)) return wrong('system_key', 'This key is kept by the system.')
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return wrong('key', wrongKey)
  if (model.strict) return wrong('unknown_key', 'This model takes declared fields only.')
  const problem = jsonProblem(value)
  return problem === null ? { value } : wrong('json', problem)
}

function consequences(
  fields: ReadonlyMap<string, Field>,
  changed: readonly string[],
  merged: ReadonlyMap<string, unknown>,
): Pick<ValidatedAttributes, 'references' | 'files'> {
  const references: ValidatedAttributes['references'] = []
  const files: ValidatedAttributes['files'] = []
  for (const key of changed) {
    const field = fields.get(key)
    const value = merged.get(key)
    if (!field || value === undefined) continue
    const target =
      field.type === 'user' ? memberModelKey : field.type === 'relation' ? field.target : undefined
    if (target !== undefined) references.push({ key, model: target, ids: idsOf(value) })
    if (field.type === 'file' || field.type === 'image') files.push({ key, ids: idsOf(value) })
  }
  return { references, files }
}

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
    return typeof id === 'string' ? [id] : []
  })
