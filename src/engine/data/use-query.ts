import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult } from '#contracts/query.ts'
import { useEngine } from '../engine-context.tsx'
import { useAnswer, type Answer, type AnswerOptions } from './use-answer.ts'

/** How often a question marked live is asked again while the page is in view, in milliseconds. */
export const liveEvery = 15_000

/** The cache's key of a question: equal questions share one answer, and `queries-of-model.ts` finds them by model. */
export const queryKey = (query: Query): readonly unknown[] => [
  'query',
  query.model,
  canonicalJson(query),
  query,
]

/**
 * Asks one question and keeps the answer current: `useQuery({ model: 'supplier', sort: [{ field: 'name', dir: 'asc' }] })`.
 * Questions of one drawing share one call. Null asks nothing. Rows that this reader changes are asked for again.
 */
export function useQuery(query: Query | null, options: AnswerOptions = {}): Answer<QueryResult> {
  const { ask } = useEngine()
  return useAnswer(
    query ? queryKey(query) : ['query', null],
    () => (query ? ask(query) : Promise.reject(new Error('no question'))),
    { ...options, enabled: query !== null && options.enabled !== false },
  )
}
