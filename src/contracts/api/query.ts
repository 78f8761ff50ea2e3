import { z } from 'zod'
import { querySchema, type QueryResult } from '../query.ts'
import type { ErrorBody } from '../errors.ts'
import { defineEndpoint } from './endpoint.ts'

/** Every question of a screen in one call and one snapshot; a failed one answers `{error}` in its place and fails alone. */
export const askQueries = defineEndpoint({
  method: 'POST',
  path: '/api/query',
  summary: 'Ask several questions at once',
  access: 'tenant',
  body: z.strictObject({ queries: z.array(querySchema).min(1).max(50) }),
  answer: z.custom<{ results: (QueryResult | Omit<ErrorBody, 'requestId'>)[] }>(),
})
