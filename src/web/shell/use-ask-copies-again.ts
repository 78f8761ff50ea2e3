import { useEffect } from 'react'
import { retryCopies, useNotLive } from '#engine/data/not-live.ts'
import { useBackend } from '../application-context.ts'

/** Milliseconds between two tries while the screen shows a copy although the server is there. */
const every = 10_000

/**
 * Asks again, by itself, for what shows a copy: a server that answered one question with a failure is not away, nobody looks
 * for its return, and as long as one part of the page is a copy nothing can be changed.
 */
export function useAskCopiesAgain(): void {
  const { active } = useNotLive()
  const { reachable } = useBackend()
  const asks = active && reachable
  useEffect(() => {
    if (!asks) return undefined
    const timer = setInterval(retryCopies, every)
    return () => clearInterval(timer)
  }, [asks])
}
