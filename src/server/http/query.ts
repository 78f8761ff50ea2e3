import { askQueries } from '#contracts/api/query.ts'
import { answerQuestions } from '../records/answer-questions.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const queryHandlers: readonly Handler[] = [
  handle(
    askQueries,
    async (input) => {
      const results = await withRecords(input, (context) => answerQuestions(context, input.body.queries))
      // Written by PostgreSQL as the contract says; reading and writing it again would be most of the work.
      return new Response(`{"results":[${results.join(',')}]}`, {
        headers: { 'Content-Type': 'application/json' },
      })
    },
    { mode: 'read' },
  ),
]
