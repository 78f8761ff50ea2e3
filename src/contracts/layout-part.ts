import { z } from 'zod'
import { layoutKeySchema, layoutNodeSchema, layoutSchema, sourceSchema } from './layout.ts'

const partialNodes = z.record(z.string(), layoutNodeSchema.partial())

/** What several shipped layouts have in common: nodes, sources and state, each under the id it has in all of them. */
export const layoutPartSchema = z.strictObject({
  $schema: z.string().optional(),
  schema: z.literal(1),
  key: layoutKeySchema,
  sources: z.record(z.string(), sourceSchema).default({}),
  state: z.record(z.string(), z.json()).default({}),
  /** One that is not whole is made whole by each layout. */
  nodes: partialNodes,
})

/**
 * A layout as it stands in the product's files: with the keys of the parts it takes in. Of a node that a part has, too, it says
 * only what is its own. Whoever reads a layout gets it whole.
 */
export const shippedLayoutSchema = layoutSchema.extend({
  takes: z.array(layoutKeySchema).max(8).optional(),
  nodes: partialNodes,
})
