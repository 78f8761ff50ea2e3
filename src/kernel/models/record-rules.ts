import { canonicalJson } from '#base/json.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { fittingValue } from '#contracts/fitting-value.ts'
import { fieldTypePart } from '../field-types/all-field-types.ts'
import { wrong, type Problem } from '../field-types/field-type-part.ts'
import {
  expressionOf,
  holds,
  isSystemName,
  keysRead,
  workOut,
  type ConditionPart,
  type ConditionScope,
} from './field-conditions.ts'
import type { ValidateOptions } from './validate-attributes.ts'
import type { ModelInfo } from './workspace.ts'

type Attributes = Readonly<Record<string, unknown>>
type Note = (key: string, problem: Problem) => void

/** Whether a key has the same value in two maps; absent and null are the same. */
export function isSame(before: Attributes, after: Attributes, key: string): boolean {
  const old = (Object.hasOwn(before, key) ? before[key] : null) ?? null
  const now = (Object.hasOwn(after, key) ? after[key] : null) ?? null
  if (old === now) return true
  // Only lists and structures can be equal without being the same.
  return (
    typeof old === 'object' &&
    typeof now === 'object' &&
    old !== null &&
    now !== null &&
    canonicalJson(old) === canonicalJson(now)
  )
}

/**
 * What the fields of a record ask of each other: required, visible and read-only conditions, default expressions, ways of
 * a status, numbers only the server gives.
 *
 * Visibility and requirement are judged by the record as it will be, read-only by the record as it was: whoever locks a
 * record may still change it in that write, whoever unlocks it changes it in the next. A hidden field keeps its value, is
 * not required and cannot be written. Conditions see only what the writer may read: a field whose condition reads more is
 * closed for them, and nothing is required by it, so that no refusal tells what they may not see.
 */
export class RecordRules {
  private readonly model: ModelInfo
  private readonly fields: ReadonlyMap<string, Field>
  private readonly existing: Attributes | null
  private readonly options: ValidateOptions

  constructor(
    model: ModelInfo,
    fields: ReadonlyMap<string, Field>,
    existing: Attributes | null,
    options: ValidateOptions,
  ) {
    this.model = model
    this.fields = fields
    this.existing = existing
    this.options = options
  }

  /** Works out default expressions of a new record, in the order of the fields, and drops defaults of hidden fields. */
  fillDefaults(
    merged: Map<string, unknown>,
    given: ReadonlyMap<string, unknown>,
    take: (key: string, value: unknown) => void,
  ): void {
    for (const [key, field] of this.fields) {
      if (given.has(key) || expressionOf(field, 'default') === null || !this.mayReadAll(field, 'default'))
        continue
      const result = workOut(field, 'default', this.scope(merged))
      // A default that cannot be worked out over these values is no default.
      if (result !== 'failed' && result.value !== null) take(key, fittingValue(field.type, result.value))
    }
    for (const [key, field] of this.fields)
      if (!given.has(key) && merged.has(key) && !this.isVisible(field, merged)) merged.delete(key)
  }

  /** Notes everything the record breaks by this write. */
  check(
    merged: ReadonlyMap<string, unknown>,
    given: ReadonlyMap<string, unknown>,
    noted: ReadonlySet<string>,
    note: Note,
  ): void {
    const before = this.existing ?? {}
    const after = Object.fromEntries(merged)
    for (const [key, field] of this.fields) {
      if (noted.has(key)) continue
      const written = given.has(key) && !isSame(before, after, key)
      const refusal = written ? this.refusal(field, merged) : null
      if (refusal) note(key, refusal)
      else if (!merged.has(key) && this.isRequired(field, merged, given))
        note(key, wrong('required', 'This is required.'))
      else if (!isSame(before, after, key) && this.options.restoring !== true) {
        const problem = fieldTypePart(field.type).move?.(before[key] ?? null, after[key] ?? null, field)
        if (problem) note(key, problem)
      }
    }
  }

  private refusal(field: Field, merged: ReadonlyMap<string, unknown>): Problem | null {
    if (fieldTypeOf(field.type).assigned === true)
      return this.options.numbered === true && !this.existing
        ? null
        : wrong('assigned', 'This is given by the system and cannot be written.')
    if (!this.mayReadAll(field, 'visible_if') || !this.mayReadAll(field, 'read_only_if'))
      return wrong('read_only', 'This cannot be changed here.')
    if (!this.isVisible(field, merged))
      return wrong('hidden', 'This does not apply to the record as it stands, so it keeps its value.')
    if (this.existing && field.read_only_if !== undefined) {
      const was = this.scope(new Map(Object.entries(this.existing)))
      if (holds(field, 'read_only_if', was, true))
        return wrong('read_only', 'This cannot be changed while the record is as it is.')
    }
    return null
  }

  private isVisible(field: Field, values: ReadonlyMap<string, unknown>): boolean {
    if (field.visible_if === undefined || !this.mayReadAll(field, 'visible_if')) return true
    return holds(field, 'visible_if', this.scope(values), true)
  }

  private isRequired(
    field: Field,
    merged: ReadonlyMap<string, unknown>,
    given: ReadonlyMap<string, unknown>,
  ): boolean {
    const { access } = this.options
    if (field.required !== true && field.required_if === undefined) return false
    if (access && !access.mayWrite(this.model, field.key, true)) return false
    // What was empty before and is none of this write's business does not block it.
    const reasons = [field.key, ...keysRead(field, 'visible_if'), ...keysRead(field, 'required_if')]
    if (this.existing && !reasons.some((key) => given.has(key))) return false
    if (!this.mayReadAll(field, 'visible_if') || !this.isVisible(field, merged)) return false
    if (field.required === true) return true
    return this.mayReadAll(field, 'required_if') && holds(field, 'required_if', this.scope(merged), false)
  }

  private mayReadAll(field: Field, part: ConditionPart): boolean {
    const { access } = this.options
    if (!access) return true
    return keysRead(field, part).every(
      (key) => !(this.fields.has(key) || isSystemName(key)) || access.mayRead(this.model, key, true),
    )
  }

  private scope(values: ReadonlyMap<string, unknown>): ConditionScope {
    const { writer, clock, timeZone, system } = this.options
    return {
      values,
      system,
      writer: writer ?? { id: null, email: null, role: null },
      clock,
      timeZone,
    }
  }
}
