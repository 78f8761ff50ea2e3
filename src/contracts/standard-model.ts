import { z } from 'zod'
import { keySchema } from './field.ts'
import { modelSchemaSchema } from './model.ts'

/** What a workspace may say of a standard field in its own words. */
export const ownWords = [
  'label',
  'description',
  'shown_in',
  'options',
  'transitions',
  'starts',
  'default',
] as const

/**
 * Words of a field as an earlier version of the product had them; `null`: it said nothing. A workspace that still says the same
 * gets those of today. Whoever changes such a word of a model that workspaces have adds here what it was, with the next number.
 */
const formerWordsSchema = z.strictObject({
  number: z.int().min(1),
  field: keySchema,
  was: z.partialRecord(z.enum(ownWords), z.json()),
})
export type FormerWords = z.infer<typeof formerWordsSchema>

/** A model the product ships, as it stands in the folder `models` of a feature: a workspace takes it in with all it points to. */
export const standardModelSchema = z.strictObject({
  $schema: z.string().optional(),
  key: keySchema,
  label: z.string().min(1).max(200),
  /** What one record is called: “estimate”. */
  singular: z.string().min(1).max(80),
  description: z.string().max(2000),
  icon: z.string().max(40),
  /** Standard models it cannot work without, though no field of it points to them: the lines of a version. */
  brings: z.array(keySchema).max(20).default([]),
  /**
   * Its records close places to whom the field `to` names: `paths` leads from records of other models to the places they
   * stand in, and `id` from a place to itself.
   */
  closes: z
    .strictObject({
      to: keySchema,
      paths: z.record(keySchema, z.array(z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/)).min(1)),
    })
    .optional(),
  former: z.array(formerWordsSchema).default([]),
  schema: modelSchemaSchema,
})
export type StandardModel = z.infer<typeof standardModelSchema>

/** A standard model as a workspace sees it. */
export interface StandardModelState {
  key: string
  label: string
  description: string
  icon: string
  /** Keys of the standard models it points to, or cannot work without. */
  needs: string[]
  /** It is in the workspace. */
  present: boolean
}

/** The models the product ships as whoever asks sees them, and what they may do in the workspace. */
export interface StandardModelList {
  rows: StandardModelState[]
  /** They may take standard models in. */
  may_add: boolean
  /** Keys of all models of the workspace, its own too, that they may add records to. */
  may_create: Record<string, true>
}

/** What a newer version of the product would change of a standard model that a workspace took in earlier. */
export interface StandardModelUpdate {
  key: string
  label: string
  /** The workspace gave it this label. */
  renamed?: true
  /** Fields it does not have yet. */
  added: FieldNote[]
  /** Fields that mean something else now; the workspace's own words stay. */
  changed: FieldNote[]
  /**
   * Fields that customers may see or fill in from then on, and those that they no longer may, where their area is open;
   * `rows`: which records they see is ruled anew.
   */
  customers: { added: FieldNote[]; taken: FieldNote[]; rows?: true }
  /** Labels of the models that come with it. */
  models: string[]
  /** Why it cannot be updated: what the workspace made under keys that the product needs. */
  clashes: FieldNote[]
}

interface FieldNote {
  key: string
  label: string
}
