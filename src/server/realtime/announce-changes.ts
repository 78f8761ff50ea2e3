import type { ChangeFeed } from '../changes/change-feed.ts'

/** Milliseconds over which changes of one workspace are announced together. */
const gather = 100
const remembered = 50_000

/**
 * Tells who listens to a workspace that there are changes up to a number, and nothing of what they are: what of it is for them
 * they ask `GET /api/changes`. Answers how to stop.
 */
export function announceChanges(
  feed: ChangeFeed,
  {
    announce,
    heard,
  }: { announce(topic: string, event: string, payload: object): void; heard(): Iterable<string> },
): () => void {
  const latest = new Map<string, { number: number; timer: NodeJS.Timeout }>()
  const told = new Map<string, number>()
  const topicOf = (tenantId: string): string => `workspace:${tenantId}`
  const stop = feed.listen(
    (tenantId, number) => {
      // The feed looks again and again: what was told is not told again. Who joins later catches up by asking.
      if ((told.get(tenantId) ?? 0) >= number) return
      const waiting = latest.get(tenantId)
      if (waiting) {
        waiting.number = Math.max(waiting.number, number)
        return
      }
      const timer = setTimeout(() => {
        const last = latest.get(tenantId)?.number ?? number
        latest.delete(tenantId)
        told.delete(tenantId)
        told.set(tenantId, last)
        if (told.size > remembered) told.delete(told.keys().next().value ?? '')
        announce(topicOf(tenantId), 'changes', { number: last })
      }, gather)
      timer.unref()
      latest.set(tenantId, { number, timer })
    },
    () => [...heard()].flatMap((topic) => (topic.startsWith('workspace:') ? topic.slice(10) : [])),
  )
  return () => {
    stop()
    for (const { timer } of latest.values()) clearTimeout(timer)
  }
}
