import { forgetLooseFiles } from './kept-files.ts'
import { entriesOf, readOutbox, sendWaiting, waitingEntries, type Post } from './outbox.ts'

/** Milliseconds between two tries, and between looks at what still waits. */
const leastPause = 5_000
const lookEvery = 20_000

/**
 * Sends what was kept on this device as soon as the server answers again, also after a reload. Answers how to stop.
 */
export function keepOutbox(settings: Omit<Post, 'isCurrent'>): () => void {
  let last = 0
  let stopped = false
  const post: Post = { ...settings, isCurrent: () => !stopped }
  const waits = (): boolean =>
    entriesOf(waitingEntries(), post.owner).some(({ state }) => state === 'waiting')
  const send = (): void => {
    if (stopped || !waits() || Date.now() - last < leastPause) return
    last = Date.now()
    // A browser that takes nothing more is tried again at the next look.
    sendWaiting(post).catch(() => undefined)
  }
  void readOutbox().then((wasRead) => {
    send()
    // What could not be read may need them.
    if (wasRead) forgetLooseFiles(waitingEntries().map(({ body }) => body)).catch(() => undefined)
  })
  const unsubscribe = post.api.subscribe(({ type }) => type === 'reachable' && send())
  const timer = setInterval(send, lookEvery)
  window.addEventListener('online', send)
  return () => {
    stopped = true
    unsubscribe()
    clearInterval(timer)
    window.removeEventListener('online', send)
  }
}
