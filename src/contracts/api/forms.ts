import { z } from 'zod'
import type { Calculation } from '../calculation.ts'
import type { ExpressionTree } from '../expression.ts'
import { defineEndpoint } from './endpoint.ts'

/** The expressions of a field as trees; the names they read are the keys of the form, and `user`. */
export type FieldTrees = Partial<
  Record<'visible_if' | 'required_if' | 'read_only_if' | 'default', ExpressionTree>
>

export interface FormDescription {
  /** JSON Schema, draft-07. */
  schema: Record<string, unknown>
  ui_schema: Record<string, unknown>
  /** By field key: the expressions of its conditions and of its default, worked out while somebody types. */
  conditions: Record<string, FieldTrees>
  /** Computed fields that the form works out while somebody types, in order. */
  calculations: Calculation[]
  /** Address of the compiled validator: an immutable ES module of this origin. */
  validator: string
}

export const readForm = defineEndpoint({
  method: 'GET',
  path: '/api/models/{key}/form',
  summary: "The form of a model's records, as this person may fill it in",
  access: 'tenant',
  params: z.strictObject({ key: z.string().min(1).max(63) }),
  search: z.strictObject({ archetype_id: z.uuid().optional() }),
  answer: z.custom<FormDescription>(),
})

/** A script element cannot carry a token, so the name itself is the permission: the SHA-256 of workspace and code. */
export const readValidator = defineEndpoint({
  method: 'GET',
  path: '/api/validators/{name}',
  summary: 'A compiled form validator as an ES module',
  access: 'public',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{64}\.js$/) }),
  answer: 'raw',
})
