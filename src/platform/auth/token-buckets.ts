import { createHash } from 'node:crypto'
import type { Queryable } from './database.ts'
import { tooManyRequests } from './auth-error.ts'
import { LocalBuckets } from './local-buckets.ts'

interface Capacity {
  /** Names these counters among the others in the database. */
  name: string
  capacity: number
  windowSeconds: number
}

/**
 * Counts per key for all processes on one database: `capacity` at once, refilled evenly over `windowSeconds`. What this
 * process alone has had enough of is refused without asking the database.
 */
export class TokenBuckets {
  readonly #db: Queryable
  readonly #name: string
  readonly #capacity: number
  readonly #perSecond: number
  readonly #local: LocalBuckets

  constructor(db: Queryable, { name, capacity, windowSeconds }: Capacity) {
    this.#db = db
    this.#name = name
    this.#capacity = capacity
    this.#perSecond = capacity / windowSeconds
    this.#local = new LocalBuckets(capacity, windowSeconds)
  }

  /** Takes one, or throws 429 with the seconds until there is one. */
  async take(key: string): Promise<void> {
    this.#local.take(key)
    await this.#ask(key, 1)
  }

  /** Throws 429 when nothing is left, without taking. */
  async check(key: string): Promise<void> {
    this.#local.check(key)
    await this.#ask(key, 0)
  }

  /** Takes one of what is left, if anything is. */
  async spend(key: string): Promise<void> {
    this.#local.spend(key)
    await this.#wait(key, 1)
  }

  async #ask(key: string, amount: number): Promise<void> {
    const seconds = await this.#wait(key, amount)
    if (seconds > 0) throw tooManyRequests(seconds)
  }

  async #wait(key: string, amount: number): Promise<number> {
    const { rows } = await this.#db.query<{ seconds: number }>(
      'select auth.take_allowance($1, $2, $3, $4) as seconds',
      [counterKey(this.#name, key), this.#capacity, this.#perSecond, amount],
    )
    return rows[0]?.seconds ?? 0
  }
}

/** What stands for a key in the database: its hash. */
export const counterKey = (name: string, key: string): Buffer =>
  createHash('sha256').update(`${name} ${key}`).digest()
