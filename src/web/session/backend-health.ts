import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiClient } from '#engine/data/api-client.ts'

/** Milliseconds until a backend that was away is looked at: first, and doubling up to the longest. */
export const FIRST_PROBE = 1_000
export const LONGEST_PROBE = 10_000
/** Milliseconds after which a look that got no answer is given up. */
const PROBE_LIMIT = 10_000
/** Milliseconds without a look after which the pauses begin anew, and after which one may be brought on. */
const STEADY = 30_000
const LEAST_PAUSE = 4_000

export interface BackendHealth {
  store: StoreApi<{ reachable: boolean }>
  /** "Retry": looks now. Answers whether it is there again. */
  probe(): Promise<boolean>
}

interface BackendPorts {
  /** Whether the backend answers now; rejects when it does not. */
  answers(signal: AbortSignal): Promise<boolean>
  /** It is back: everything on the screen is asked for again. It was never away: only what did not arrive is. */
  onReturn(wasAway: boolean): void
}

/**
 * Whether the backend answers. A call that does not arrive may have been cut on its way, as a proxy cuts one that
 * waits for news: the backend is looked at, and only a look that fails calls it away. From then on it is looked at until it
 * says yes. What else fails meanwhile puts no look off, and what arrives, or a network that is back, brings the next one on.
 */
export function watchBackend(api: ApiClient, { answers, onReturn }: BackendPorts): BackendHealth {
  const store = createStore(() => ({ reachable: true }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  let looking: Promise<boolean> | null = null
  let pause = FIRST_PROBE
  let lookedAt = 0

  function lookIn(milliseconds: number): void {
    isDue = true
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), milliseconds)
  }

  function lost(): void {
    if (isDue || looking) return
    if (Date.now() - lookedAt < STEADY) return lookIn(pause)
    // The look doubles it: the one after this follows in the first pause.
    pause = FIRST_PROBE / 2
    void probe()
  }

  function probe(): Promise<boolean> {
    clearTimeout(timer)
    isDue = false
    looking ??= look().finally(() => (looking = null))
    return looking
  }

  async function look(): Promise<boolean> {
    const there = await answers(AbortSignal.timeout(PROBE_LIMIT)).catch(() => false)
    lookedAt = Date.now()
    pause = Math.min(LONGEST_PROBE, pause * 2)
    const wasAway = !store.getState().reachable
    store.setState({ reachable: there })
    if (there) onReturn(wasAway)
    else lookIn(pause)
    return there
  }

  // Something says that it may be back: soon, as one that comes and goes is not looked at all the time for that.
  function hint(): void {
    if (!store.getState().reachable && !looking) lookIn(lookedAt + Math.min(pause, LEAST_PAUSE) - Date.now())
  }

  api.subscribe(({ type }) => {
    if (type === 'unreachable') lost()
    if (type === 'reachable') hint()
  })
  globalThis.addEventListener?.('online', hint)
  return { store, probe }
}
