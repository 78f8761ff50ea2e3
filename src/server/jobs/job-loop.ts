import type { Logger } from '../log/logger.ts'

/** Something to be done from time to time, whoever asks or not. It may be interrupted anywhere and is then done again. */
export interface Job {
  name: string
  /** Seconds from one good run to the next; a failed run is tried again at the next look. */
  every: number
  run(): Promise<void>
}

interface State {
  job: Job
  /** Milliseconds of `performance.now`. */
  dueAt: number
  failed: boolean
}

const secondsBetweenLooks = 15

/** Runs the jobs of this process one after another; looks every quarter of a minute for one that is due. */
export class JobLoop {
  private readonly entries: State[]
  private readonly log: Logger
  private timer: NodeJS.Timeout | null = null
  private looking: Promise<void> | null = null
  private lookedAt = performance.now()

  constructor(jobs: readonly Job[], log: Logger) {
    this.entries = jobs.map((job) => ({ job, dueAt: 0, failed: false }))
    this.log = log
  }

  /** Begins; the first look is at once. */
  start(): void {
    this.timer = setInterval(() => void this.look(), secondsBetweenLooks * 1000)
    this.timer.unref()
    void this.look()
  }

  /** Takes no more jobs up and waits for the one that runs. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    await this.looking
  }

  /** Runs what is due, or everything; resolves when it is done. Never throws: a failed job is logged and tried again. */
  look(everything = false): Promise<void> {
    this.looking ??= this.runDue(everything).finally(() => (this.looking = null))
    return this.looking
  }

  /** Each job and how its last run went; `waiting`: it has not run yet. */
  states(): { name: string; state: 'waiting' | 'ok' | 'failed' }[] {
    return this.entries.map(({ job, dueAt, failed }) => ({
      name: job.name,
      state: failed ? 'failed' : dueAt === 0 ? 'waiting' : 'ok',
    }))
  }

  /** Why the loop does no work, in a few words; null while it does. */
  trouble(): string | null {
    if (!this.timer) return 'the loop does not run'
    // A job may take its time; a loop that has not looked for this long hangs.
    if (performance.now() - this.lookedAt > 20 * secondsBetweenLooks * 1000) return 'the loop hangs'
    const failed = this.entries.find((state) => state.failed)
    return failed ? `${failed.job.name} failed` : null
  }

  private async runDue(everything: boolean): Promise<void> {
    this.lookedAt = performance.now()
    for (const state of this.entries) {
      if (!this.timer) return
      if (!everything && state.dueAt > performance.now()) continue
      try {
        await state.job.run()
        state.failed = false
        state.dueAt = performance.now() + state.job.every * 1000
      } catch (error) {
        state.failed = true
        this.log.error('A background job failed', { job: state.job.name, why: String(error) })
      }
    }
  }
}
