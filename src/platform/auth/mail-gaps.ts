import { AuthError } from './auth-error.ts'

const maxKeys = 20_000

/**
 * The pause between two mails of one kind to one recipient. It counts requests, not mails: an address without an
 * account is answered like one with.
 */
export class MailGaps {
  readonly #seconds: number
  readonly #lastAt = new Map<string, number>()

  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** Notes a request, or throws 429 `over_email_send_rate_limit` with the seconds left. */
  take(kind: string, email: string): void {
    const key = `${kind} ${email}`
    const now = performance.now() / 1000
    const left = Math.ceil((this.#lastAt.get(key) ?? -Infinity) + this.#seconds - now)
    if (left > 0) {
      throw new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${left} seconds.`,
        { retryAfter: left },
      )
    }
    this.#lastAt.delete(key)
    this.#lastAt.set(key, now)
    const oldest = this.#lastAt.keys().next().value
    if (this.#lastAt.size > maxKeys && oldest !== undefined) this.#lastAt.delete(oldest)
  }

  /** Lets the next request through: the code was used, or its mail could not be sent. */
  clear(kind: string, email: string): void {
    this.#lastAt.delete(`${kind} ${email}`)
  }
}
