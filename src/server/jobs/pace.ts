/** Milliseconds that a batch is to take. */
const aim = 250
const least = 10

/**
 * How many records a batch in the background takes: as many as are done in a quarter of a second. It writes in the workspace,
 * and a release, which needs that alone, waits for it: for five seconds, then it is refused. A thousand records that are
 * indexed anew take that long on a machine with other things to do.
 */
export class Pace {
  private size = 100
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  /** Runs a batch of the size that suits now, and learns from how long it took when it was full. */
  async run<T>(
    batch: (size: number) => Promise<T>,
    isFull: (result: T, size: number) => boolean,
  ): Promise<T> {
    const { size } = this
    const began = performance.now()
    const result = await batch(size)
    if (isFull(result, size)) this.size = nextSize(size, performance.now() - began, this.most)
    return result
  }
}

/** The size after a batch of `size` that took `ms`: at most twice as large, so that one quick batch does not count for much. */
export const nextSize = (size: number, ms: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, size * Math.min(2, aim / ms))))
