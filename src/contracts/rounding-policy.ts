import { z } from 'zod'

const digits = z.int().min(0).max(6)

/**
 * How an estimate rounds. It is copied into each version of an estimate and printed on its documents, so that anybody
 * can calculate them again. A step whose digits are null is not rounded.
 */
export const roundingPolicySchema = z.strictObject({
  preset: z.enum(['GAEB', 'FIEBDC', 'EXACT', 'CUSTOM']),
  /** Where a half goes: away from zero, or to the even neighbour. One for all steps. */
  mode: z.enum(['half_up', 'half_even']),
  /** The quantity of a line. */
  qty: digits.nullable(),
  /** What one unit of a line takes of a resource. */
  coefficient: digits.nullable(),
  /** Coefficient × price of one resource. */
  componentAmount: digits.nullable(),
  /** The sum of those, or the rate that was typed. */
  unitRate: digits.nullable(),
  /** Quantity × unit rate. Everything above a line is a sum. */
  lineTotal: digits,
  /** Each markup, and the discount on the whole. */
  markup: digits,
  vat: digits,
  /** VAT once per rate on the sum, or on each line. */
  vatAt: z.enum(['document_per_rate', 'line']),
  splitRule: z.literal('largest_remainder'),
})
export type RoundingPolicy = z.output<typeof roundingPolicySchema>
