import { tooManyRequests } from './auth-error.ts'

const maxKeys = 20_000

/** Counts per key in the memory of this process: `capacity` at once, refilled evenly over `windowSeconds`. */
export class LocalBuckets {
  readonly #capacity: number
  readonly #perSecond: number
  readonly #levels = new Map<string, { left: number; at: number }>()

  constructor(capacity: number, windowSeconds: number) {
    this.#capacity = capacity
    this.#perSecond = capacity / windowSeconds
  }

  /** Takes one, or throws 429 with the seconds until there is one. */
  take(key: string): void {
    this.check(key)
    this.spend(key)
  }

  /** Throws 429 when nothing is left, without taking. */
  check(key: string): void {
    const left = this.#left(key)
    if (left < 1) throw tooManyRequests((1 - left) / this.#perSecond)
  }

  spend(key: string): void {
    const left = this.#left(key) - 1
    // Setting anew moves the key to the end: the first in the map is the one longest unused.
    this.#levels.delete(key)
    this.#levels.set(key, { left, at: now() })
    if (this.#levels.size > maxKeys) this.#forgetOldest()
  }

  #left(key: string): number {
    const level = this.#levels.get(key)
    if (!level) return this.#capacity
    return Math.min(this.#capacity, level.left + (now() - level.at) * this.#perSecond)
  }

  #forgetOldest(): void {
    const oldest = this.#levels.keys().next().value
    if (oldest !== undefined) this.#levels.delete(oldest)
  }
}

const now = (): number => performance.now() / 1000
