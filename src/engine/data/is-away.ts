import { ApiError } from './api-error.ts'

/** Nothing is wrong with what was written: nobody was there to take it. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
