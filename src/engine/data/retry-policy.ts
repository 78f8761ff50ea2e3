import { ApiError } from './api-error.ts'

/** K-07. */
const longestRetryDelay = 30_000
export const mostRetries = 3
/** K-07: milliseconds an answer nobody looks at is kept. */
export const cacheLife = 5 * 60_000

/** Whether a failed question is asked again: only where another try may go better, at most three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= mostRetries || !(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 429 || [502, 503, 504].includes(error.status)
}

/** Milliseconds before try number `attempt` + 1: 1 s, 2 s, 4 s …, at most 30 s; the server's own wish comes first. */
export function retryDelay(attempt: number, error: unknown): number {
  const wished = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0
  return Math.min(Math.max(1000 * 2 ** attempt, wished), longestRetryDelay)
}
