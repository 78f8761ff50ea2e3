/** Milliseconds between two looks at whether a picture is there. */
const looksEvery = 8

/** Tells how long the card takes for what it was asked to draw, without holding the page up until it is there. */
export class DrawingClock {
  #sync: WebGLSync | null = null
  #timer = 0

  constructor(readonly context: WebGL2RenderingContext) {}

  /** Whether the picture before is still being drawn: another would queue behind it, and the whole page behind both. */
  get isBusy(): boolean {
    return this.#sync !== null
  }

  /** Calls back with the milliseconds it took to draw what has been asked for just now. */
  start(done: (took: number) => void): void {
    this.stop()
    const { context } = this
    const sync = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
    context.flush()
    const began = performance.now()
    this.#sync = sync
    const look = (): void => {
      if (!sync || this.#sync !== sync) return
      const isThere =
        context.isContextLost() || context.getSyncParameter(sync, context.SYNC_STATUS) !== context.UNSIGNALED
      if (!isThere) {
        this.#timer = window.setTimeout(look, looksEvery)
        return
      }
      this.stop()
      done(performance.now() - began)
    }
    this.#timer = window.setTimeout(look, looksEvery)
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#sync) this.context.deleteSync(this.#sync)
    this.#sync = null
  }
}
