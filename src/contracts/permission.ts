import { z } from 'zod'
import { keySchema } from './field.ts'

const rolesSchema = z
  .array(z.string())
  .max(100)
  .refine((roles) => new Set(roles).size === roles.length, 'A role is there twice.')

/** E-11, P-03. An empty list means nobody; roles must exist in the workspace. `*` is every key that no field declares. */
export const fieldPermissionSchema = z.strictObject({
  model_id: z.uuid(),
  field_key: z.union([z.literal('*'), keySchema]),
  read_roles: rolesSchema,
  write_roles: rolesSchema,
})
export type FieldPermission = z.infer<typeof fieldPermissionSchema>
