import { z } from 'zod'
import { fieldDefinitionSchema } from './computed-field.ts'
import { keySchema } from './field.ts'

const uniqueKeys = (fields: { key: string }[]): boolean =>
  new Set(fields.map((field) => field.key)).size === fields.length

export const modelSchemaSchema = z.strictObject({
  version: z.int().min(1).default(1),
  fields: z
    .array(fieldDefinitionSchema)
    .max(500)
    .refine(uniqueKeys, 'Two fields have the same key.')
    .default([]),
  /** Fields that are unique together: `[["project", "number"]]`. A record where one of them is empty is not compared. */
  unique_together: z.array(z.array(keySchema).min(2).max(5)).max(10).optional(),
  /** Refuse attribute keys that no field declares. */
  strict: z.boolean().optional(),
  /** The field that names a record in titles, links and pickers; the first text field otherwise. */
  title_field: keySchema.optional(),
  /** What one record is called: “estimate”. What shows a single one says the label otherwise. */
  singular: z.string().min(1).max(80).optional(),
})
export type ModelSchema = z.infer<typeof modelSchemaSchema>

export const modelWriteSchema = z.strictObject({
  key: keySchema,
  label: z.string().min(1).max(200),
  construct_type: z.string().min(1).max(63).default('item'),
  description: z.string().max(10_000).nullable().default(null),
  schema: modelSchemaSchema.nullable().default(null),
  default_archetype_id: z.uuid().nullable().optional(),
  icon: z.string().max(40).optional(),
  /** Which of the product's own models this is: its fields stay, others may be added; its rules are the product's. */
  standard: keySchema.optional(),
  /** Of a standard model: up to which change of the product's words its fields were brought. */
  brought: z.int().min(0).optional(),
})
export type ModelWrite = z.infer<typeof modelWriteSchema>

/** Absent stays as it is; `schema` is replaced whole, or with `base` merged with what others released meanwhile. */
export const modelUpdateSchema = z.strictObject({
  /** The schema its writer saw. */
  base: modelSchemaSchema.nullable().optional(),
  key: keySchema.optional(),
  label: z.string().min(1).max(200).optional(),
  construct_type: z.string().min(1).max(63).optional(),
  description: z.string().max(10_000).nullable().optional(),
  schema: modelSchemaSchema.nullable().optional(),
  /** Fields that go although screens, views, workflows or roles name them; without, that is refused. */
  drop: z.array(keySchema).max(500).optional(),
  default_archetype_id: z.uuid().nullable().optional(),
  icon: z.string().max(40).optional(),
})
export type ModelUpdate = z.infer<typeof modelUpdateSchema>

export const modelSchema = modelWriteSchema.extend({ id: z.uuid(), created_at: z.string() })
/** E-04. A workspace's own model; its records are objects. */
export type Model = z.infer<typeof modelSchema>

/** A model in the list of them. */
export interface ListedModel extends Model {
  /** It is called as the product calls it, so that the reader's language may have a word for it. */
  ours?: true
}
