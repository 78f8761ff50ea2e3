import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../session-context.tsx'
import { currentPreview } from './preview.ts'
import { answerKey } from './use-answer.ts'

/**
 * Keeps every answer about notifications (`useAnswer(['notifications', …])`) current as long as it is used. Answers whether
 * news are told now; otherwise whoever shows them must ask.
 */
export function useNotificationNews(): boolean {
  const { tenant, user } = useSession()
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(false)
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  useEffect(() => {
    // A preview shows another person's view; the channel is one's own.
    if (tenantId === null || userId === null || currentPreview(tenantId)) return undefined
    let ended = false
    let stop: (() => void) | null = null
    void import('./follow-notifications.ts').then(({ followNotifications }) => {
      if (ended) return
      const queryKey = answerKey({ tenantId, userId }, ['notifications'])
      const news = (): void => void client.invalidateQueries({ queryKey })
      stop = followNotifications({ tenantId, userId, news, heard: setHeard })
    })
    return () => {
      ended = true
      stop?.()
    }
  }, [tenantId, userId, client])
  return isHeard
}
