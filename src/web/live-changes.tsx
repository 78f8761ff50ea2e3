import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEngine } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { afterFirstScreen } from './session/after-first-screen.ts'

/** Lets what other people change show by itself, as long as somebody is signed in to a workspace. Draws nothing. */
export function LiveChanges() {
  const { api, ask, numbers } = useEngine()
  const { tenant, user } = useSession()
  const client = useQueryClient()
  const place = tenant && user ? `${tenant.id} ${user.id}` : null
  useEffect(() => {
    if (place === null) return undefined
    let stop: (() => void) | null = null
    let ended = false
    const cancel = afterFirstScreen(() => {
      void import('#engine/data/follow-changes.ts').then(({ followChanges }) => {
        if (!ended) stop = followChanges({ api, client, ask, numbers })
      })
    })
    return () => {
      ended = true
      cancel()
      stop?.()
    }
  }, [place, api, client, ask, numbers])
  return null
}
