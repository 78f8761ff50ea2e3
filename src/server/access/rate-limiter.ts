import { AppError } from '#base/app-error.ts'
import { systemClock, type Clock } from '#base/clock.ts'

interface Bucket {
  tokens: number
  at: number
}

/** Counts per process in memory: `take('invite', userId, 20, 60)` allows 20 in 60 seconds, refilled evenly. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>()
  private readonly factor: number
  private readonly clock: Clock

  constructor(factor: number, clock: Clock = systemClock) {
    this.factor = factor
    this.clock = clock
  }

  /** Takes one. Throws 429 `rate_limited` with the seconds to wait when none is left. */
  take(kind: string, who: string, allowed: number, seconds: number): void {
    const most = allowed * this.factor
    const perSecond = most / seconds
    const now = this.clock.now().getTime() / 1000
    const key = `${kind} ${who}`
    const bucket = this.buckets.get(key) ?? { tokens: most, at: now }
    const tokens = Math.min(most, bucket.tokens + (now - bucket.at) * perSecond)
    this.buckets.delete(key)
    this.buckets.set(key, { tokens: Math.max(0, tokens - 1), at: now })
    this.forgetOldest()
    if (tokens < 1)
      throw new AppError('rate_limited', undefined, { retryAfter: Math.max(1, (1 - tokens) / perSecond) })
  }

  // A map remembers the order of insertion, so the first key is the one not asked for longest.
  private forgetOldest(): void {
    while (this.buckets.size > 20_000) {
      const [oldest] = this.buckets.keys()
      if (oldest === undefined) return
      this.buckets.delete(oldest)
    }
  }
}
