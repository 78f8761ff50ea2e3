import { z } from 'zod'
import { fieldPermissionSchema } from '#contracts/permission.ts'
import { inputDetails } from '../http/error-details.ts'
import type { ReadShape } from './check-shape.ts'

const { field_key, read_roles, write_roles } = fieldPermissionSchema.shape
const rules = z.strictObject({ fields: z.record(field_key, z.strictObject({ read_roles, write_roles })) })

/** The rules of a model's fields, as they are kept, or what is wrong with them, with paths that begin with `at`. */
export function readFieldRules(body: Record<string, unknown>, at: string): ReadShape {
  const result = rules.safeParse(body)
  return result.success ? { body: result.data } : { details: inputDetails(result.error, `${at}body`) }
}
