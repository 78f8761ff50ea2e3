import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiClient } from '#engine/data/api-client.ts'

/** Milliseconds between two looks at a backend that was away. */
export const PROBE_INTERVAL = 10_000

export interface BackendHealth {
  store: StoreApi<{ reachable: boolean }>
  /** "Retry": looks now. Answers whether it is there again. */
  probe(): Promise<boolean>
}

/**
 * Whether the backend answers. Any call that does not arrive says no; from then on `/api/health` is looked at until
 * it says yes, and `onReturn` asks again for everything on the screen.
 */
export function watchBackend(api: ApiClient, onReturn: () => void): BackendHealth {
  const store = createStore(() => ({ reachable: true }))
  let timer: ReturnType<typeof setTimeout> | undefined

  function lost(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), PROBE_INTERVAL)
    store.setState({ reachable: false })
  }

  async function probe(): Promise<boolean> {
    clearTimeout(timer)
    try {
      await api.request('GET /api/health')
    } catch {
      lost()
      return false
    }
    store.setState({ reachable: true })
    onReturn()
    return true
  }

  api.subscribe((event) => {
    if (event.type === 'unreachable') lost()
  })
  return { store, probe }
}
