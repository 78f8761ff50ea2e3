import type { Message } from './saying.ts'

/** One thing that is wrong with an input. `path` is dotted and contains the field's key. */
export interface ErrorDetail extends Message {
  path: string
  code: string
}

/**
 * What a person can cause. The code is one of `contracts/errors.ts`; the edge maps it to a status and the body
 * `{error: {code, message, details?, requestId}}`. What cannot happen is `assert`, never this.
 */
export class AppError extends Error {
  readonly code: string
  readonly details?: unknown
  /** The message with places for its values, where it has any: what the reader's side says it by. */
  readonly said?: Omit<Message, 'message'>
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfter?: number

  constructor(
    code: string,
    message?: string | Message,
    options: { details?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(
      typeof message === 'object' ? message.message : (message ?? code),
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'AppError'
    this.code = code
    if (typeof message === 'object') {
      const { message: _english, ...said } = message
      this.said = said
    }
    if (options.details !== undefined) this.details = options.details
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter
  }
}

/** 422 `invalid` with every problem at once. */
export const invalid = (details: ErrorDetail[]): AppError =>
  new AppError('invalid', 'Some values are not valid.', { details })
