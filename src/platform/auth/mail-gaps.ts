import { AuthError } from './auth-error.ts'
import type { Queryable } from './database.ts'
import { counterKey } from './token-buckets.ts'

/**
 * The pause between two mails of one kind to one recipient, for all processes. It counts requests, not mails: an address
 * without an account is answered like one with.
 */
export class MailGaps {
  readonly #db: Queryable
  readonly #seconds: number

  constructor(db: Queryable, seconds: number) {
    this.#db = db
    this.#seconds = seconds
  }

  /** Notes a request, or throws 429 `over_email_send_rate_limit` with the seconds left. */
  async take(kind: string, email: string): Promise<void> {
    if (this.#seconds === 0) return
    const { rows } = await this.#db.query<{ seconds: number }>(
      'select auth.take_allowance($1, 1, $2, 1) as seconds',
      [keyOf(kind, email), 1 / this.#seconds],
    )
    const left = Math.ceil(rows[0]?.seconds ?? 0)
    if (left > 0)
      throw new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${left} seconds.`,
        { retryAfter: left },
      )
  }

  /** Lets the next request through: the code was used (in the transaction that used it), or its mail could not be sent. */
  async clear(kind: string, email: string, db: Queryable = this.#db): Promise<void> {
    await db.query('delete from auth.rate_counters where key = $1', [keyOf(kind, email)])
  }
}

const keyOf = (kind: string, email: string): Buffer => counterKey('mail gap', `${kind} ${email}`)
