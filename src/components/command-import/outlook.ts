import { z } from 'zod'

const counts = z.object({ added: z.number(), changed: z.number(), unchanged: z.number() })

/** What a command says of a file: how much it adds and changes of each kind, and what it cannot take. */
export const outlookSchema = z.object({
  rows: z.number(),
  items: counts.extend({ missing: z.number() }),
  prices: counts.extend({ none: z.number() }),
  rejected: z.number(),
  rejected_rows: z.array(z.object({ row: z.number(), code: z.string().nullable(), message: z.string() })),
  examples: z.object({
    added: z.array(
      z.object({ row: z.number(), code: z.string(), name: z.string(), price: z.string().nullable() }),
    ),
    changed: z.array(
      z.object({
        code: z.string(),
        changes: z.array(
          z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    ),
  }),
})
export type Outlook = z.infer<typeof outlookSchema>
