import { z } from 'zod'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'

const counts = z.object({ added: z.number(), changed: z.number(), unchanged: z.number() })

/** Where, from which quantity on and on which days a price holds, where a file says it. */
const terms = z.object({
  region: z.string().optional(),
  min_qty: z.string().optional(),
  valid_from: z.string().optional(),
  valid_to: z.string().optional(),
})
export type PriceTerms = z.infer<typeof terms>

/** What a command says of a file: how much it adds and changes of each kind, and what it cannot take. */
export const outlookSchema = z.object({
  rows: z.number(),
  items: counts.extend({ missing: z.number() }),
  prices: counts.extend({ none: z.number() }),
  rejected: z.number(),
  /** Why a row is not taken is said as what is wrong with an input is: `text` with `values` in its places. */
  rejected_rows: z.array(
    terms.extend({
      row: z.number(),
      code: z.string().nullable(),
      message: z.string(),
      text: z.string().optional(),
      values: z.record(z.string(), z.json()).optional(),
    }),
  ),
  /** Columns that nothing is read from. */
  unread_columns: z.array(z.string()),
  /** Suppliers that are named and not found, with the number of their items. */
  unknown_suppliers: z.array(z.object({ supplier: z.string(), items: z.number() })),
  examples: z.object({
    added: z.array(
      terms.extend({
        row: z.number(),
        code: z.string(),
        name: z.string(),
        unit: z.string(),
        price: z.string().nullable(),
      }),
    ),
    /** Lines of new items beyond those. */
    more_added: z.number(),
    changed: z.array(
      terms.extend({
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
  const details = rejected_rows.map(({ row, code, message, text, values }) => ({
    path: String(row),
    code: code ?? '',
    message,
    ...(text !== undefined && { text }),
    ...(values && { values }),
  }))
  return problemsOf(new ApiError(422, 'invalid', '', { details })).map(({ path, code, message }) => [
    path,
    code,
    message,
  ])
}
