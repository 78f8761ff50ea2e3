import { z } from 'zod'
import { aggregateFunctions, operators } from './field-types.ts'

/** A field's key, or a path across to-one relations: `supplier.name`. */
export const fieldPathSchema = z.string().min(1).max(300)

export type Where =
  | { and: Where[] }
  | { or: Where[] }
  | { not: Where }
  | { field: string; op: (typeof operators)[number]; value?: unknown }

export const whereSchema: z.ZodType<Where> = z.lazy(() =>
  z.union([
    // The most frequent first: every shape that does not fit is refused in words before the next is tried.
    z.strictObject({ field: fieldPathSchema, op: z.enum(operators), value: z.json().optional() }),
    z.strictObject({ and: z.array(whereSchema).max(200) }),
    z.strictObject({ or: z.array(whereSchema).max(200) }),
    z.strictObject({ not: whereSchema }),
  ]),
)

export const sortSchema = z.strictObject({
  field: fieldPathSchema,
  dir: z.enum(['asc', 'desc']).default('asc'),
})
export type Sort = z.infer<typeof sortSchema>

export const aggregateSchema = z.strictObject({
  fn: z.enum(aggregateFunctions),
  field: fieldPathSchema.optional(),
  as: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/),
})
export type Aggregate = z.infer<typeof aggregateSchema>

/** The one question of the product. Limits: depth 8, 200 condition nodes, lists of 1,000, 500 rows a page. */
export interface Query {
  model: string
  where?: Where
  sort?: Sort[]
  fields?: string[]
  expand?: Record<string, Partial<Omit<Query, 'group' | 'aggregate' | 'as_of'>>>
  group?: string[]
  aggregate?: Aggregate[]
  search?: string
  /** `skip`: rows passed over after the mark, so that a scrollbar can jump; it costs what reading past them costs. */
  page?: { size?: number; after?: string; skip?: number }
  total?: 'none' | 'estimate' | 'exact'
  /** The records as they were at this moment (ISO 8601 with its zone). */
  as_of?: string
}

const parts = {
  where: whereSchema.optional(),
  sort: z.array(sortSchema).max(8).optional(),
  fields: z.array(fieldPathSchema).max(500).optional(),
  search: z.string().max(200).optional(),
  page: z
    .strictObject({
      size: z.int().min(1).max(500).optional(),
      after: z.string().max(4000).optional(),
      skip: z.int().min(0).max(1_000_000).optional(),
    })
    .optional(),
  total: z.enum(['none', 'estimate', 'exact']).optional(),
}

const expandSchema: z.ZodType<Query['expand']> = z.lazy(() =>
  z
    .record(
      z.string(),
      z.strictObject({ ...parts, model: z.string().optional(), expand: expandSchema.optional() }),
    )
    .optional(),
)

export const querySchema: z.ZodType<Query> = z.strictObject({
  ...parts,
  model: z.string().min(1).max(63),
  expand: expandSchema,
  group: z.array(fieldPathSchema).max(5).optional(),
  aggregate: z.array(aggregateSchema).max(20).optional(),
  as_of: z.iso.datetime({ offset: true }).optional(),
})

/** A row is flat: its fields by key beside id, token, created_at …; an expanded relation is a nested row, list or null. */
export type Row = { [key: string]: unknown }

export interface QueryResult {
  rows: Row[]
  page: { size: number; after: string | null }
  total?: number
  /** Totals of the whole question, when it aggregates without grouping. */
  aggregates?: Row
}
