import type pg from 'pg'
import { AppError } from '#base/app-error.ts'

interface Line {
  inside: number
  waiting: (() => void)[]
}

/** Lets only so many of one name in at once; the rest wait their turn, or are sent away after `patience` milliseconds. */
export class FairShare {
  private readonly lines = new Map<string, Line>()
  private readonly most: number
  private readonly patience: number

  constructor(most: number, patience = 5_000) {
    this.most = most
    this.patience = patience
  }

  /** Waits for a place. Answers how to leave it; throws 503 `unavailable` when the wait was too long. */
  async take(name: string): Promise<() => void> {
    const line = this.lines.get(name) ?? { inside: 0, waiting: [] }
    this.lines.set(name, line)
    // Who leaves hands the place over, so the number inside stays.
    if (line.inside >= this.most) await this.wait(line)
    else line.inside += 1
    return () => this.leave(name, line)
  }

  private wait({ waiting }: Line): Promise<void> {
    return new Promise((enter, refuse) => {
      const called = (): void => {
        clearTimeout(timer)
        enter()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(called), 1)
        refuse(new AppError('unavailable', 'Too much is going on in this workspace. Please try again.'))
      }, this.patience)
      waiting.push(called)
    })
  }

  private leave(name: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) {
      next()
      return
    }
    line.inside -= 1
    if (line.inside === 0) this.lines.delete(name)
  }
}

const shares = new WeakMap<pg.Pool, FairShare>()

/** The share of a pool's connections that one workspace may hold: three quarters, so that nobody takes them all. */
export function shareOf(pool: pg.Pool): FairShare {
  let share = shares.get(pool)
  if (!share)
    shares.set(pool, (share = new FairShare(Math.max(1, Math.floor((pool.options.max ?? 10) * 0.75)))))
  return share
}
