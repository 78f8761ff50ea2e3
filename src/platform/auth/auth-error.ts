/** A refusal in the hosted service's words. `code` is one of its error codes; the client switches on it. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Members added to the body, such as `weak_password`. */
  readonly extra: Record<string, unknown>
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number

  constructor(
    status: number,
    code: string,
    message: string,
    options: { extra?: Record<string, unknown>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = options.extra ?? {}
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter
  }
}

/** 400 `validation_failed`. */
export const validationFailed = (message: string): AuthError =>
  new AuthError(400, 'validation_failed', message)

/** 429 with the seconds after which another try makes sense. */
export const tooManyRequests = (seconds: number): AuthError =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })
