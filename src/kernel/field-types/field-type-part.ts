import { saying, type Message, type MessageValues } from '#base/saying.ts'
import type { Field } from '#contracts/field.ts'

/** A value in the form it is stored in, or what is wrong with it. `null` is "empty". */
export type Normalised = { value: unknown } | Problem
export interface Problem extends Message {
  code: string
}

export type Normalise = (value: unknown, field: Field) => Normalised
export type JsonSchema = Record<string, unknown>

/** What the kernel knows of a type of field beside its SQL. */
export interface FieldTypePart {
  /** Checks a value that is not empty and brings it into the one form that equal values share. */
  normalise: Normalise
  /** The value in a form's JSON Schema (draft-07), without title and default. */
  schema: (field: Field) => JsonSchema
  /** Whether one stored value may become another; `null` is empty. For types that remember where they come from. */
  move?: (before: unknown, after: unknown, field: Field) => Problem | null
  /** What is wrong with the settings of a field of this type, beyond their shape; by the setting's name. */
  check?: (field: Field) => (Problem & { part: keyof Field })[]
}

/** What is wrong with a value, in a sentence with places for `values`: `wrong('limit', 'At most {{count}} files.', { count })`. */
export const wrong = (code: string, text: string, values?: MessageValues): Problem => ({
  code,
  ...saying(text, values),
})
