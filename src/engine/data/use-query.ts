import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult } from '#contracts/query.ts'
import { useEngine } from '../engine-context.tsx'
import { wantedLanguage } from '#ui/translate.ts'
import { useAnswer, type Answer, type AnswerOptions } from './use-answer.ts'

/** How often a question marked live is asked again while the page is in view, in milliseconds. */
export const liveEvery = 15_000

/** The cache's key of a question, for who reads a language: equal questions share one answer, and `queries-of-model.ts` finds them by model. */
export function queryKey(query: Query, read = wantedLanguage()): readonly unknown[] {
  let key = keys.get(query)
  const language = wordedIn(query, read)
  // Once for an object: a list asks the same at every drawing, and writing it out costs more than drawing a line.
  if (!key || key[4] !== language) {
    key = ['query', query.model, canonicalJson(query), query, ...(language === undefined ? [] : [language])]
    keys.set(query, key)
  }
  return key
}
const keys = new WeakMap<Query, readonly unknown[]>()

/** Lists of models, screens, addresses and roles are in the order of the names that are read: another language, another answer. */
export const wordedIn = ({ model }: Query, language = wantedLanguage()): string | undefined =>
  model.startsWith('sys_') ? language : undefined

/**
 * Asks one question and keeps the answer current: `useQuery({ model: 'supplier', sort: [{ field: 'name', dir: 'asc' }] })`.
 * Questions of one drawing share one call. Null asks nothing. Rows that this reader changes are asked for again.
 */
export function useQuery(query: Query | null, options: AnswerOptions = {}): Answer<QueryResult> {
  const { ask } = useEngine()
  return useAnswer(
    query ? queryKey(query) : nothing,
    () => (query ? ask(query) : Promise.reject(new Error('no question'))),
    { ...options, enabled: query !== null && options.enabled !== false },
  )
}

const nothing = ['query', null] as const
