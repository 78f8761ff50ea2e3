/** A work that is never done twice at once: asked for while it is under way, it is done once more after that. */
export class OneAtATime {
  private readonly work: () => Promise<void>
  private running: Promise<void> | null = null
  private again = false

  constructor(work: () => Promise<void>) {
    this.work = work
  }

  /** Begins the work; ends with the run that is under way. */
  run(): Promise<void> {
    if (this.running) {
      this.again = true
      return this.running
    }
    this.running = this.work().finally(() => {
      this.running = null
      if (!this.again) return
      this.again = false
      void this.run()
    })
    return this.running
  }

  /** Waits for the run that is under way. */
  async ended(): Promise<void> {
    await this.running
  }
}
