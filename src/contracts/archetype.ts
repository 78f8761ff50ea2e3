import { z } from 'zod'
import { clientTexts } from './errors.ts'
import { fieldSchema } from './field.ts'

export const assemblySchema = z
  .strictObject({
    key: z.string().min(1).max(63),
    label: z.string().min(1).max(200),
    description: z.string().max(2000).nullable().optional(),
    attributes: z.array(fieldSchema).max(500).optional(),
    fields: z.array(fieldSchema).max(500).optional(),
  })
  .refine((assembly) => assembly.attributes !== undefined || assembly.fields !== undefined, {
    message: clientTexts.provideAttributesOrFields,
  })

export const archetypeSchemaSchema = z.strictObject({
  version: z.int().min(1),
  assemblies: z.array(assemblySchema).max(100),
})
export type ArchetypeSchema = z.infer<typeof archetypeSchemaSchema>

export const archetypeWriteSchema = z.strictObject({
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).nullable().default(null),
  schema: archetypeSchemaSchema.nullable().default(null),
})
export type ArchetypeWrite = z.infer<typeof archetypeWriteSchema>

/** Absent stays as it is; `schema` is replaced whole, or with `base` merged with what others released meanwhile. */
export const archetypeUpdateSchema = z.strictObject({
  /** The schema its writer saw. */
  base: archetypeSchemaSchema.nullable().optional(),
  name: z.string().min(1).max(200).optional(),
  description: z.string().max(10_000).nullable().optional(),
  schema: archetypeSchemaSchema.nullable().optional(),
})
export type ArchetypeUpdate = z.infer<typeof archetypeUpdateSchema>

export const archetypeSchema = archetypeWriteSchema.extend({ id: z.uuid(), created_at: z.string() })
/** E-01. A reusable set of field groups an object can take on. */
export type Archetype = z.infer<typeof archetypeSchema>

/** All fields of an archetype in order, whichever of the two names each assembly used. */
export const archetypeFields = (schema: ArchetypeSchema | null) =>
  (schema?.assemblies ?? []).flatMap((assembly) => assembly.attributes ?? assembly.fields ?? [])
