import type pg from 'pg'
import { idleDays } from './sessions.ts'

const pauseMs = 15 * 60_000

const statements = [
  `delete from auth.one_time_tokens where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  `delete from auth.provider_attempts where created_at < now() - interval '1 hour'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.sessions where not_after < now() or coalesce(refreshed_at, created_at) < now() - interval '${idleDays} days'`,
  // Used tokens stay for a week: so long a stolen copy is recognised as one.
  `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '7 days'`,
  `delete from auth.rate_counters where at < now() - interval '2 hours'`,
  `delete from auth.sign_in_tries where at < now() - interval '2 hours'`,
  `delete from auth.audit_log_entries where created_at < now() - interval '400 days'`,
]

/** Removes what has run out, at most every quarter of an hour and only while there are requests. */
export class CleanUp {
  #nextAt = 0
  #running: Promise<void> = Promise.resolve()
  readonly #pool: pg.Pool
  readonly #log: (message: string) => void

  constructor(pool: pg.Pool, log: (message: string) => void) {
    this.#pool = pool
    this.#log = log
  }

  /** Called on requests; returns at once. */
  nudge(): void {
    if (Date.now() < this.#nextAt) return
    this.#nextAt = Date.now() + pauseMs
    this.#running = this.#run().catch((error: Error) =>
      this.#log(`Removing expired sign-in data failed: ${error.message}`),
    )
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#running
  }

  async #run(): Promise<void> {
    for (const statement of statements) await this.#pool.query(statement)
  }
}
