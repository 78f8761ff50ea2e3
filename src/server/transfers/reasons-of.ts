import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { messageOf } from '#base/saying.ts'
import { errorTexts } from '#contracts/error-texts.ts'
import { errorStatuses, type ErrorCode } from '#contracts/errors.ts'
import type { Reason } from '#contracts/reason.ts'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatuses, code)

const most = 20
/** Of a refusal that says no more than its code: what is not there and what may not be seen are the same. */
const bare = 'What this is about is gone, or may not be seen.'

/** Why something in the background failed, as each reader's side says it; nothing of it comes from inside the server. */
export function reasonsOf(error: unknown): Reason[] {
  if (!(error instanceof AppError)) return [{ message: 'Something went wrong on our side.' }]
  const { message, said } = error
  const details = Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
  const more = details
    .filter((detail) => detail.message !== message)
    .slice(0, most)
    .map((detail): Reason => ({ ...(detail.path && { path: detail.path }), ...messageOf(detail) }))
  return [message === error.code ? { message: wordsOf(error.code) } : { message, ...said }, ...more]
}

const wordsOf = (code: string): string =>
  code === 'not_found' ? bare : isCode(code) ? errorTexts[code] : errorTexts.internal

/** The same in English, in one line. */
export const englishReasons = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join(' ')
    .slice(0, 2000)
