import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { fieldPermissionSchema } from '#contracts/permission.ts'
import { inputDetails } from '../http/error-details.ts'

const { field_key, read_roles, write_roles } = fieldPermissionSchema.shape
const rules = z.strictObject({ fields: z.record(field_key, z.strictObject({ read_roles, write_roles })) })

/** The rules of a model's fields, as they are kept. Throws 422 with paths that begin with `at`. */
export function checkFieldRules(body: Record<string, unknown>, at: string): Record<string, unknown> {
  const result = rules.safeParse(body)
  if (!result.success) throw invalid(inputDetails(result.error, `${at}body`))
  return result.data
}
