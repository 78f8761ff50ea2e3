import { isJsonObject } from '#base/json.ts'
import { apiBase, readMeta } from './api-base.ts'
import { followPresence } from './follow-presence.ts'
import { openHostedService } from './hosted-service.ts'
import { keepChannel } from './keep-channel.ts'
import { presenceStore } from './presence-store.ts'

/** What is known of the workspace's change numbers without asking for them. */
export interface LiveNews {
  /** Whether news are told now; otherwise they must be asked for. */
  isOpen(): boolean
  /** The highest number told so far. */
  number(): number
  /** Calls back when one of both changed; answers how to stop. */
  subscribe(listener: () => void): () => void
}

interface LiveSettings {
  tenantId: string
  userId: string
}

/** Milliseconds until a backend that could not be asked is asked again. */
const again = 30_000

/**
 * Opens the channels of a workspace: its change numbers, and who is where. Where the server offers none, or no socket comes
 * through, it stays closed and whoever wants news asks for them.
 */
export function startLive({ tenantId, userId }: LiveSettings): LiveNews & { stop(): void } {
  const listeners = new Set<() => void>()
  const stops: (() => void)[] = []
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let open = false
  let number = 0
  const be = (isOpen: boolean): void => {
    open = isOpen
    for (const listener of listeners) listener()
  }

  async function connect(): Promise<void> {
    const service = await openHostedService()
    const { features } = await readMeta(apiBase())
    if (ended || !features.realtime) return
    stops.push(
      keepChannel({
        service,
        topic: `workspace:${tenantId}`,
        presence: false,
        bind: (channel) =>
          channel.on('broadcast', { event: 'changes' }, ({ payload }: { payload?: unknown }) => {
            const told = isJsonObject(payload) ? payload['number'] : null
            if (typeof told !== 'number' || told <= number) return
            number = told
            be(open)
          }),
        joined: () => be(true),
        lost: () => be(false),
      }),
      followPresence({ service, store: presenceStore, tenantId, userId }),
    )
  }

  function start(): void {
    connect().catch(() => {
      if (!ended) timer = setTimeout(start, again)
    })
  }

  start()
  return {
    isOpen: () => open,
    number: () => number,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      ended = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
