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
  schema: modelSchemaSchema,
})
export type StandardModel = z.infer<typeof standardModelSchema>

/** A standard model as a workspace sees it. */
export interface StandardModelState {
  key: string
  label: string
  description: string
  icon: string
  /** Keys of the standard models it points to. */
  needs: string[]
  /** It is in the workspace. */
  present: boolean
}
