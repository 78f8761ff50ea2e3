import { AppError } from '#base/app-error.ts'

/** Who is turned away at the door may nothing there and gets `answer`; anything else is trouble, and thrown. */
export const refusedAs =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code !== 'unavailable') return answer
    throw error
  }
