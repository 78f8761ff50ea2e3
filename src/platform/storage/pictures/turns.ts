import { AppError } from '#base/app-error.ts'

/** Lets so many do their work at once; the others wait their turn, up to so many of them. */
export class Turns {
  private busy = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Does the work when it is its turn. Throws 429 `rate_limited` when too many wait. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy >= this.atOnce) {
      if (this.waiting.length >= this.mostWaiting)
        throw new AppError('rate_limited', 'Too many pictures are being made. Please wait a moment.')
      await new Promise<void>((go) => this.waiting.push(go))
    } else this.busy += 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.busy -= 1
    }
  }
}
