import { askQueries } from './query.ts'

/** Every call of the API. The list is the API: a handler for each must exist, and no other. */
export const allEndpoints = { askQueries } as const
