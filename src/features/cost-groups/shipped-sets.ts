import { costGroupSetSchema, type CostGroupSet } from '#contracts/cost-group.ts'
import din276 from './sets/din-276.json' with { type: 'json' }
import uniformat from './sets/uniformat-ii.json' with { type: 'json' }

/** The cost group sets the product ships, in the order they are offered. */
export const shippedSets: readonly CostGroupSet[] = [uniformat, din276].map((set) =>
  costGroupSetSchema.parse(set),
)
