import { useQueries } from '@tanstack/react-query'
import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult } from '#contracts/query.ts'
import { useEngine } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'
import type { ApiError } from './api-error.ts'
import { answerKey } from './use-answer.ts'
import { queryKey } from './use-query.ts'

export interface Answers {
  /** The answer of one of the questions, or nothing yet. */
  of(query: Query): QueryResult | undefined
  error: ApiError | null
  isFetching: boolean
  refetch(): void
}

/** Asks any number of questions that differ from drawing to drawing: those of the open groups of a list, say. */
export function useQuestions(queries: readonly Query[]): Answers {
  const { ask } = useEngine()
  const { tenant, user } = useSession()
  const owner = { tenantId: tenant?.id ?? null, userId: user?.id ?? null }
  const asked = [...new Map(queries.map((query) => [canonicalJson(query), query]))]
  const answers = useQueries({
    queries: asked.map(([, query]) => ({
      queryKey: answerKey(owner, queryKey(query)),
      queryFn: () => ask(query),
    })),
  })
  const byName = new Map(asked.map(([name], index) => [name, answers[index]?.data]))
  return {
    of: (query) => byName.get(canonicalJson(query)),
    error: (answers.find(({ error }) => error !== null)?.error as ApiError | undefined) ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}
