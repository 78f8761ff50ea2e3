import { z } from 'zod'
import { keySchema } from './field.ts'
import { modelSchemaSchema } from './model.ts'

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

/** What a newer version of the product would change of a standard model that a workspace took in earlier. */
export interface StandardModelUpdate {
  key: string
  label: string
  /** Fields it does not have yet. */
  added: FieldNote[]
  /** Fields that mean something else now; the workspace's own words stay. */
  changed: FieldNote[]
  /** Fields that customers may see or fill in from then on, and those that they no longer may, where their area is open. */
  customers: { added: FieldNote[]; taken: FieldNote[] }
  /** Labels of the models that come with it. */
  models: string[]
  /** Why it cannot be updated: what the workspace made under keys that the product needs. */
  clashes: FieldNote[]
}

interface FieldNote {
  key: string
  label: string
}
