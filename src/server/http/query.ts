import { askQueries } from '#contracts/api/query.ts'
import { answerQuestions } from '../records/answer-questions.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const queryHandlers: readonly Handler[] = [
  handle(
    askQueries,
    async (input) =>
      withRecords(input, async (context) => ({
        results: await answerQuestions(context, input.body.queries),
      })),
    { mode: 'read' },
  ),
]
