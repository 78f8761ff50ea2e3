import { isJsonObject } from '#base/json.ts'
import { apiBase, readMeta } from './api-base.ts'
import { openHostedService } from './hosted-service.ts'
import { keepChannel } from './keep-channel.ts'

interface FollowSettings {
  tenantId: string
  userId: string
  /** Whether to listen at all; without, it is only asked now and then. */
  listens: boolean
  /** There may be something new: it was told of, or for a while nothing could be heard. */
  news(): void
}

/** Milliseconds between looks while nothing can be heard and somebody looks at the page. */
const every = 30_000

/**
 * Listens at a person's own channel for word of notifications. Each time the channel is joined counts as news, so that what
 * came while it was lost is not missed. Answers how to stop.
 */
export function followNotifications({ tenantId, userId, listens, news }: FollowSettings): () => void {
  let ended = false
  let isHeard = false
  let stop: (() => void) | null = null
  const timer = setInterval(() => {
    if (!isHeard && document.visibilityState === 'visible') news()
  }, every)
  async function connect(): Promise<void> {
    const service = await openHostedService()
    const { features } = await readMeta(apiBase())
    if (ended || !features.realtime) return
    stop = keepChannel({
      service,
      topic: `user:${userId}`,
      presence: false,
      bind: (channel) =>
        channel.on('broadcast', { event: 'notified' }, ({ payload }: { payload?: unknown }) => {
          if (isJsonObject(payload) && payload['workspace'] === tenantId) news()
        }),
      joined() {
        isHeard = true
        news()
      },
      lost() {
        isHeard = false
      },
    })
  }
  // Without the socket they are asked for now and then, as where a server offers none.
  if (listens) connect().catch(() => undefined)
  return () => {
    ended = true
    clearInterval(timer)
    stop?.()
  }
}
