import { z } from 'zod'

const codeSchema = z.string().min(1).max(40)

/** A cost group set the product ships, as it stands in `features/cost-groups/sets`; a group stands after the one it is part of. */
export const costGroupSetSchema = z.strictObject({
  $schema: z.string().optional(),
  key: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  name: z.string().min(1).max(200),
  edition: z.string().max(60),
  code_pattern: z.string().max(200),
  /** Where the codes are from, and what one may do with them. */
  licence: z.string().max(300),
  groups: z
    .array(
      z.strictObject({ code: codeSchema, name: z.string().min(1).max(200), parent: codeSchema.optional() }),
    )
    .min(1),
})
export type CostGroupSet = z.infer<typeof costGroupSetSchema>
