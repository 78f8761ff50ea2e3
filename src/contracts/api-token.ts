import { z } from 'zod'
import { keySchema } from './field.ts'

/** The longest that an API token may be valid. */
export const mostTokenDays = 366

/** A token to be made. Without a role it may what its person may; with one, what this role and theirs may both. */
export const apiTokenWriteSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  role: keySchema.nullable().default(null),
  valid_days: z.coerce.number().int().min(1).max(mostTokenDays),
})
export type ApiTokenWrite = z.output<typeof apiTokenWriteSchema>
