import { canonicalJson } from '#base/json.ts'
import type { Query } from '#contracts/query.ts'

/** Which change number each question was last answered as of. */
export interface AnswerNumbers {
  note(query: Query, number: number): void
  /** Null: it was not answered yet. */
  of(query: Query): number | null
}

/** Remembers the numbers of answers; one for each way to the API. */
export function createAnswerNumbers(): AnswerNumbers {
  const numbers = new Map<string, number>()
  return {
    note(query, number) {
      // A later page says nothing about the ones before it.
      if (query.page?.after === undefined) numbers.set(nameOf(query), number)
    },
    of: (query) => numbers.get(nameOf(query)) ?? null,
  }
}

const nameOf = ({ total: _counted, ...query }: Query): string => canonicalJson(query)
