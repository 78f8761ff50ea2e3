import { z } from 'zod'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'

const counts = z.object({ added: z.number(), changed: z.number(), unchanged: z.number() })

/** What a command says of a file: how much it adds and changes of each kind, and what it cannot take. */
export const outlookSchema = z.object({
  rows: z.number(),
  items: counts.extend({ missing: z.number() }),
  prices: counts.extend({ none: z.number() }),
  rejected: z.number(),
  /** Why a row is not taken is said as what is wrong with an input is: `text` with `values` in its places. */
  rejected_rows: z.array(
    z.object({
      row: z.number(),
      code: z.string().nullable(),
      message: z.string(),
      text: z.string().optional(),
      values: z.record(z.string(), z.json()).optional(),
    }),
  ),
  examples: z.object({
    added: z.array(
      z.object({
        row: z.number(),
        code: z.string(),
        name: z.string(),
        unit: z.string(),
        price: z.string().nullable(),
      }),
    ),
    changed: z.array(
      z.object({
        code: z.string(),
        /** Whose fields are named, so that they are said in its words. */
        model: z.string(),
        changes: z.array(
          z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    ),
    /** Changed items and prices beyond those. */
    more: z.number(),
  }),
})
export type Outlook = z.infer<typeof outlookSchema>

/** Row, code and reason of what cannot be taken, the reason in the language shown. */
export function rejectedLines({ rejected_rows }: Pick<Outlook, 'rejected_rows'>): string[][] {
  const details = rejected_rows.map(({ row, code, ...why }) => ({
    path: String(row),
    code: code ?? '',
    ...why,
  }))
  return problemsOf(new ApiError(422, 'invalid', '', { details })).map(({ path, code, message }) => [
    path,
    code,
    message,
  ])
}
