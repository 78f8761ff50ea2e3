import { isJsonObject } from '#base/json.ts'
import { apiBase, readMeta } from './api-base.ts'
import { openHostedService } from './hosted-service.ts'
import { keepChannel } from './keep-channel.ts'

interface FollowSettings {
  tenantId: string
  userId: string
  /** There may be something new: it was told of, or for a while nothing could be heard. */
  news(): void
  /** Whether news are told now; otherwise they must be asked for. */
  heard(isHeard: boolean): void
}

/**
 * Listens at a person's own channel for word of notifications. Each time the channel is joined counts as news, so that what
 * came while it was lost is not missed. Answers how to stop.
 */
export function followNotifications({ tenantId, userId, news, heard }: FollowSettings): () => void {
  let ended = false
  let stop: (() => void) | null = null
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
        heard(true)
        news()
      },
      lost: () => heard(false),
    })
  }
  // Without the socket they are asked for now and then, as where a server offers none.
  connect().catch(() => undefined)
  return () => {
    ended = true
    stop?.()
  }
}
