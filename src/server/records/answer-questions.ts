import pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { errorTexts } from '#contracts/error-texts.ts'
import { errorStatuses, type ErrorBody, type ErrorCode } from '#contracts/errors.ts'
import type { Query } from '#contracts/query.ts'
import { answerWritten, prepare, withNames, type RecordContext } from './record-context.ts'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatuses, code)

/** What one question of several may be refused with; anything else ends the whole call. */
function refusal(error: unknown, requestId: string | null): ErrorBody {
  // A question that took too long leaves the others their answers.
  const known =
    error instanceof pg.DatabaseError && error.code === '57014' ? new AppError('query_timeout') : error
  if (!(known instanceof AppError) || !isCode(known.code)) throw error
  const { code, message, details } = known
  const text = message === code ? errorTexts[code] : message
  return {
    error: { code, message: text, ...(details === undefined ? {} : { details }), requestId: requestId ?? '' },
  }
}

function attempt<T>(requestId: string | null, step: () => T): T | ErrorBody {
  try {
    return step()
  } catch (error) {
    return refusal(error, requestId)
  }
}

/**
 * Answers several questions in one snapshot, each as JSON; a refused one answers `{error}` in its place. All are prepared before the
 * first statement; a savepoint before each but the last keeps one that fails from ending the others' transaction.
 */
export async function answerQuestions(asked: RecordContext, queries: readonly Query[]): Promise<string[]> {
  const context = await withNames(asked, queries)
  const { tx, requestId } = context
  const prepared = queries.map((query, index) =>
    attempt(requestId, () => prepare(context, query, `queries.${index}`)),
  )
  const last = prepared.findLastIndex((question) => !('error' in question))
  const results: string[] = []
  for (const [index, question] of prepared.entries()) {
    if ('error' in question) {
      results.push(JSON.stringify(question))
      continue
    }
    // Sent with the question, in one round trip: where it fails the question fails too, and tells.
    if (index !== last) tx.query('savepoint question', []).catch(() => undefined)
    try {
      results.push(await answerWritten(context, question, index === last))
    } catch (error) {
      results.push(JSON.stringify(refusal(error, requestId)))
      if (index !== last) await tx.query('rollback to savepoint question')
    }
  }
  return results
}
