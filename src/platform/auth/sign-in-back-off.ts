import { AuthError, tooManyRequests } from './auth-error.ts'

interface Tries {
  wrong: number
  blockedUntil: number
  lastAt: number
  /** Tries for one account from one address run one after another, so that a volley cannot outrun the count. */
  queue: Promise<void>
  waiting: number
}

const firstPauseSeconds = 5
const longestPauseSeconds = 900
const forgetAfterSeconds = 3_600
const maxWaiting = 60
const maxKeys = 20_000

/**
 * Growing pauses after wrong passwords, per account *and* address: an attacker elsewhere never locks the owner out.
 * The account is the address that was typed, whether it exists or not, so that the pauses tell nothing.
 */
export class SignInBackOff {
  readonly #freeTries: number
  readonly #tries = new Map<string, Tries>()

  constructor(freeTries: number) {
    this.#freeTries = freeTries
  }

  /** Runs one try. `attempt` answers whether the password was right. Throws 429 while a pause lasts. */
  async run(account: string, address: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const key = `${address} ${account}`
    const tries = this.#triesOf(key)
    if (tries.waiting >= maxWaiting) throw tooManyRequests(firstPauseSeconds)
    tries.waiting++
    const turn = tries.queue.then(() => this.#attemptInTurn(key, tries, attempt))
    tries.queue = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn.finally(() => tries.waiting--)
  }

  async #attemptInTurn(key: string, tries: Tries, attempt: () => Promise<boolean>): Promise<boolean> {
    const left = tries.blockedUntil - now()
    if (left > 0) throw tooManyRequests(left)
    const right = await attempt()
    if (right) {
      tries.wrong = 0
      return true
    }
    tries.wrong++
    tries.lastAt = now()
    this.#tries.set(key, tries)
    const excess = tries.wrong - this.#freeTries
    if (excess >= 0)
      tries.blockedUntil = now() + Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** excess)
    return false
  }

  #triesOf(key: string): Tries {
    const known = this.#tries.get(key)
    this.#tries.delete(key)
    const idle = known && known.waiting === 0 && now() - known.lastAt > forgetAfterSeconds
    const tries =
      known && !idle
        ? known
        : { wrong: 0, blockedUntil: 0, lastAt: now(), queue: Promise.resolve(), waiting: 0 }
    this.#tries.set(key, tries)
    if (this.#tries.size > maxKeys) this.#forgetOldest()
    return tries
  }

  #forgetOldest(): void {
    for (const [key, tries] of this.#tries) {
      if (tries.waiting > 0) continue
      this.#tries.delete(key)
      return
    }
    throw new AuthError(503, 'unexpected_failure', 'Too many sign-ins at once')
  }
}

const now = (): number => performance.now() / 1000
