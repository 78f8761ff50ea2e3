import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'

export interface KeepOptions {
  service: SupabaseClient
  topic: string
  /** Whether who else is there is wanted. */
  presence: boolean
  /** Says what to listen for; runs before each join. */
  bind(channel: RealtimeChannel): void
  joined(channel: RealtimeChannel): void
  lost(): void
}

/** Milliseconds until a channel that was closed is asked for again; each a little different, so that not all come at once. */
const again = [2_000, 10_000, 60_000, 300_000]
/** Failures in a row after which the library's own tries are ended: a proxy that lets no socket through, a right that is gone. */
const patience = 4

/**
 * Keeps a private channel of a topic open. Short losses the library mends itself (K-05); where that does not help it is asked
 * for again, more and more seldom. Answers how to stop.
 */
export function keepChannel({ service, topic, presence, bind, joined, lost }: KeepOptions): () => void {
  let ended = false
  let channel: RealtimeChannel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let rests = 0

  async function open(): Promise<void> {
    // The token of now: one that has run out would only be refused.
    await service.realtime.setAuth()
    if (ended) return
    const opened = service.channel(topic, { config: { private: true, presence: { enabled: presence } } })
    channel = opened
    bind(opened)
    opened.subscribe((state) => {
      if (ended || channel !== opened) return
      if (state === 'SUBSCRIBED') {
        failures = 0
        rests = 0
        joined(opened)
        return
      }
      failures += 1
      lost()
      if (state === 'CLOSED' || failures >= patience) void rest(opened)
    })
  }

  async function rest(closed: RealtimeChannel): Promise<void> {
    channel = null
    failures = 0
    const wait = again[Math.min(rests, again.length - 1)] ?? 0
    rests += 1
    await service.removeChannel(closed).catch(() => undefined)
    if (!ended) timer = setTimeout(start, wait * (0.75 + Math.random() / 2))
  }

  // Without a token nobody is signed in; the next try comes like after any failure.
  function start(): void {
    open().catch(() => {
      if (!ended) timer = setTimeout(start, 30_000)
    })
  }

  start()
  return () => {
    ended = true
    clearTimeout(timer)
    if (channel) void service.removeChannel(channel)
  }
}
