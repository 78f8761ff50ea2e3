import { AuthError, tooManyRequests } from './auth-error.ts'
import type { Queryable } from './database.ts'
import { counterKey } from './token-buckets.ts'

interface Turns {
  queue: Promise<void>
  waiting: number
}

const pauseSeconds = 5
const giveBack =
  'update auth.sign_in_tries set wrong = greatest(wrong - 1, 0), blocked_until = clock_timestamp() where key = $1'
const maxWaiting = 60
const maxKeys = 20_000

/**
 * Growing pauses after wrong passwords, per account *and* address: an attacker elsewhere never locks the owner out. The
 * account is the address that was typed, whether it exists or not, so that the pauses tell nothing. The count is in the
 * database, for all processes; tries in this one take turns, so that many right ones at once do not stand in each other's way.
 */
export class SignInBackOff {
  readonly #db: Queryable
  readonly #freeTries: number
  readonly #turns = new Map<string, Turns>()

  constructor(db: Queryable, freeTries: number) {
    this.#db = db
    this.#freeTries = freeTries
  }

  /** Runs one try. `attempt` answers whether the password was right. Throws 429 while a pause lasts. */
  async run(account: string, address: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const name = `${address} ${account}`
    const turns = this.#turnsOf(name)
    if (turns.waiting >= maxWaiting) throw tooManyRequests(pauseSeconds)
    turns.waiting++
    const turn = turns.queue.then(() => this.#attemptInTurn(counterKey('try', name), attempt))
    turns.queue = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn.finally(() => {
      turns.waiting--
      if (turns.waiting === 0) this.#turns.delete(name)
    })
  }

  async #attemptInTurn(key: Buffer, attempt: () => Promise<boolean>): Promise<boolean> {
    const { rows } = await this.#db.query<{ seconds: number }>('select auth.begin_try($1, $2) as seconds', [
      key,
      this.#freeTries,
    ])
    const seconds = rows[0]?.seconds ?? 0
    if (seconds > 0) throw tooManyRequests(seconds)
    const right = await attempt().catch(async (error: unknown) => {
      // What came to no answer was no try.
      await this.#db.query(giveBack, [key])
      throw error
    })
    if (right) await this.#db.query('delete from auth.sign_in_tries where key = $1', [key])
    return right
  }

  #turnsOf(name: string): Turns {
    const known = this.#turns.get(name)
    if (known) return known
    if (this.#turns.size >= maxKeys)
      throw new AuthError(503, 'unexpected_failure', 'Too many sign-ins at once')
    const turns = { queue: Promise.resolve(), waiting: 0 }
    this.#turns.set(name, turns)
    return turns
  }
}
