/**
 * Starts a load when the browser has nothing better to do, so that the first click on what needs it does not wait.
 * A failed load is not reported here: the real use asks again and reports. Answers how to cancel.
 */
export function whenIdle(load: () => Promise<unknown>): () => void {
  const start = (): void => void load().catch(() => undefined)
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(start, { timeout: 5000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(start, 2000)
  return () => clearTimeout(id)
}
