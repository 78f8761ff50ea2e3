import { z } from 'zod'
import type { Where } from './query.ts'
import { previewWishSchema } from './preview.ts'
import type { ManageArea, Verb } from './role.ts'

/** What is asked: whom it is about, and either records of a model or a screen. */
export const explainRequestSchema = z.strictObject({
  as: previewWishSchema,
  model: z.string().min(1).max(63).optional(),
  record_id: z.uuid().optional(),
  route_path: z.string().min(1).max(2000).optional(),
})
export type ExplainRequest = z.infer<typeof explainRequestSchema>

/**
 * Which rule decided. Verbs: `built_in` the role is part of the product · `as_member` it has no rights of its own ·
 * `grant_model` its line for this model · `grant_rest` its line for every other model · `no_grant` it has neither ·
 * `manages` / `not_managed` a model of the system and its area · `member_part` what every member may see of one.
 * Fields: `no_verb` nothing without the verb · `not_granted` the role's own list of fields for this model has not got it · `listed` / `not_listed` the field's own rule · `no_rule` it has none ·
 * `system` every record has it · `read_only` nobody writes it · `hidden_input` it is worked out from what is hidden.
 * Screens: `owner` · `listed` / `not_listed` the address's own roles · `everyone` · `not_customers`.
 */
export type DecidingRule =
  | 'built_in'
  | 'as_member'
  | 'grant_model'
  | 'grant_rest'
  | 'no_grant'
  | 'manages'
  | 'not_managed'
  | 'member_part'
  | 'no_verb'
  | 'not_granted'
  | 'listed'
  | 'not_listed'
  | 'no_rule'
  | 'system'
  | 'read_only'
  | 'hidden_input'
  | 'owner'
  | 'everyone'
  | 'not_customers'

/** A yes or no, and why. */
export interface Decision {
  allowed: boolean
  rule: DecidingRule
  /** The roles a list names, where a list decided. */
  roles?: string[]
  /** The area of the workspace, where managing it decided. */
  area?: ManageArea
}

export interface ModelExplanation {
  key: string
  label: string
  verbs: ({ verb: Verb } & Decision)[]
  /** Only these rows; null: all. `rule` says where it stands. */
  rows: { where: Where | null; rule: DecidingRule }
  fields: { key: string; label: string; read: Decision; write: Decision }[]
  /** Keys that no field declares. */
  free_keys: { read: Decision; write: Decision }
  /** The record asked about: seen or not, and by what. */
  record?: { visible: boolean; because: 'no_verb' | 'row_rule' | 'absent' | 'all_rows' }
}

/** Who may do what, and by which rule. For those who manage roles. */
export interface AccessExplanation {
  role: { key: string; label: string; built_in: boolean }
  person: { id: string; name: string } | null
  model: ModelExplanation | null
  screen: ({ path: string; title: string | null } & Decision) | null
}
