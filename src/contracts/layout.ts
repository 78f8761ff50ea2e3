import { z } from 'zod'
import { actionSchema } from './action.ts'
import { expressionSchema } from './expression.ts'

export type { Breakpoint } from './breakpoints.ts'

/** A named question; expressions may stand wherever a value may. `single` exposes the first row instead of the list. */
export const sourceSchema = z.strictObject({
  model: z.union([z.string(), expressionSchema]),
  where: z.json().optional(),
  sort: z.json().optional(),
  fields: z.array(z.string()).optional(),
  expand: z.json().optional(),
  group: z.array(z.string()).optional(),
  aggregate: z.json().optional(),
  search: z.union([z.string(), expressionSchema]).optional(),
  page: z.json().optional(),
  total: z.enum(['none', 'estimate', 'exact']).optional(),
  single: z.boolean().optional(),
  live: z.boolean().optional(),
  /** A model or a field that is not there, or not for this reader, counts as nothing instead of an error. */
  optional: z.boolean().optional(),
  /** Ask only when true. */
  when: expressionSchema.optional(),
})
export type Source = z.infer<typeof sourceSchema>

export const layoutNodeSchema = z.strictObject({
  component: z.string().min(1).max(63),
  v: z.int().min(1).default(1),
  /** Literal values or `{"=": …}` wherever a value may stand. Checked against the component's own schema on the server. */
  props: z.record(z.string(), z.json()).default({}),
  slots: z.record(z.string(), z.array(z.string())).optional(),
  when: expressionSchema.optional(),
  /** Draw once per item; inside, `item` and `index` are in scope. */
  each: expressionSchema.optional(),
  on: z.record(z.string(), actionSchema).optional(),
  overrides: z.partialRecord(z.enum(['sm', 'md', 'lg', 'xl']), z.record(z.string(), z.json())).optional(),
})
export type LayoutNode = z.infer<typeof layoutNodeSchema>

export const layoutKeySchema = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{0,62}$/, 'Use lower-case letters, digits, -, _ and dots.')

export const layoutSchema = z.strictObject({
  $schema: z.string().optional(),
  schema: z.literal(1),
  key: layoutKeySchema,
  title: z.union([z.string().min(1).max(200), expressionSchema]),
  params: z
    .record(
      z.string(),
      z.strictObject({
        type: z.enum(['text', 'id', 'number']).default('text'),
        required: z.boolean().optional(),
      }),
    )
    .default({}),
  sources: z.record(z.string(), sourceSchema).default({}),
  state: z.record(z.string(), z.json()).default({}),
  nodes: z.record(z.string(), layoutNodeSchema),
  root: z.string(),
})
/** A screen as data: a flat map of nodes, found, moved, diffed and merged by id. */
export type Layout = z.infer<typeof layoutSchema>
