import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { messageOf } from '#base/saying.ts'
import type { Reason } from '#contracts/api/workflows.ts'

const most = 20
/** Of a refusal that says no more than its code: what is not there and what may not be seen are the same. */
const bare = 'What this is about is gone, or may not be seen.'

/** Why a step failed, as each reader's side says it; nothing of it comes from inside the server. */
export function reasonsOf(error: unknown): Reason[] {
  if (!(error instanceof AppError)) return [{ message: 'Something went wrong on our side.' }]
  const { message, said } = error
  const details = Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
  const more = details
    .filter((detail) => detail.message !== message)
    .slice(0, most)
    .map((detail): Reason => ({ ...(detail.path && { path: detail.path }), ...messageOf(detail) }))
  return [message === 'not_found' ? { message: bare } : { message, ...said }, ...more]
}

/** The same in English, in one line. */
export const englishReasons = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join(' ')
    .slice(0, 2000)
