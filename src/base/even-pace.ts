/**
 * Answers, or refuses, on the next multiple of `stepMs` after the start, so that the time says nothing about what was
 * found. Work that takes longer than a step moves to the next one; 0 answers at once.
 */
export async function atEvenPace<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    if (stepMs > 0) {
      const spent = performance.now() - start
      const rest = Math.ceil(spent / stepMs) * stepMs - spent
      await new Promise((done) => void setTimeout(done, rest))
    }
  }
}
