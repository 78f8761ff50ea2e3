/** Milliseconds after which the first screen has had its time, whatever the browser still does. */
const PATIENCE = 3000
const LEAST = 1500

/** Calls back once, when the browser is idle after the first screen. Answers how to take that back. */
export function afterFirstScreen(work: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(work, { timeout: PATIENCE })
    else work()
  }, LEAST)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
