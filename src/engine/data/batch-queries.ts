import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult } from '#contracts/query.ts'
import type { CallAnswer } from './api-calls.ts'
import { createAnswerNumbers, type AnswerNumbers } from './answer-numbers.ts'
import { numberHeader, type ApiClient } from './api-client.ts'
import { errorFromAnswer } from './api-error.ts'

/** Asks one question; those asked in the same moment travel together. */
export type AskQuery = (query: Query) => Promise<QueryResult>

/** A way to ask, with what it knows of its answers; one for each way to the API. */
export interface Asking {
  ask: AskQuery
  /** How new each answer is. */
  numbers: AnswerNumbers
}

export function createAsking(api: ApiClient): Asking {
  const numbers = createAnswerNumbers()
  return { ask: batchQueries(api, numbers), numbers }
}

interface Waiting {
  query: Query
  /** Whoever asked it: those who ask the same in one moment share an answer. */
  askers: { resolve(result: QueryResult): void; reject(error: unknown): void }[]
}

/** How many questions one call takes. */
const mostTogether = 50

/**
 * Gathers the questions of one tick into one `POST /api/query`, so that a screen costs one call and sees one snapshot.
 * Equal questions are asked once. A failed question rejects alone; a failed call rejects all of its questions. `numbers` learns how new each answer is.
 */
export function batchQueries(api: ApiClient, numbers: AnswerNumbers): AskQuery {
  let waiting = new Map<string, Waiting>()

  function send(): void {
    const all = [...waiting.values()]
    waiting = new Map()
    for (let from = 0; from < all.length; from += mostTogether) void ask(all.slice(from, from + mostTogether))
  }

  async function ask(batch: Waiting[]): Promise<void> {
    try {
      const { body, headers } = await api.answer<CallAnswer<'POST /api/query'>>('POST /api/query', {
        body: { queries: batch.map(({ query }) => query) },
      })
      const number = headers.get(numberHeader)
      const { results } = body
      for (const [at, { query, askers }] of batch.entries()) {
        const result = results[at]
        if (result && 'rows' in result) {
          if (number !== null) numbers.note(query, Number(number))
          for (const { resolve } of askers) resolve(result)
        } else {
          const problem = result?.error ?? { code: 'internal', message: 'The answer is incomplete.' }
          for (const { reject } of askers) reject(errorFromAnswer(problem))
        }
      }
    } catch (error) {
      for (const { askers } of batch) for (const { reject } of askers) reject(error)
    }
  }

  return (query) =>
    new Promise((resolve, reject) => {
      // A macrotask: everything the same drawing asks for is in before it runs.
      if (waiting.size === 0) setTimeout(send, 0)
      const name = canonicalJson(query)
      const asked = waiting.get(name) ?? { query, askers: [] }
      asked.askers.push({ resolve, reject })
      waiting.set(name, asked)
    })
}
