import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentPreview } from '#engine/data/preview.ts'
import { answerKey } from '#engine/data/use-answer.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { afterFirstScreen } from './session/after-first-screen.ts'
import { useSessionMachine } from './session/session-context.ts'

/**
 * Lets what other people change and what a person is told show by itself, and sends what was filled in without connection, as
 * long as somebody is signed in to a workspace. Draws nothing.
 */
export function LiveChanges() {
  const { api, ask, numbers } = useEngine()
  const { tenant, user } = useSession()
  const client = useQueryClient()
  const machine = useSessionMachine()
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  useEffect(() => {
    if (tenantId === null || userId === null) return undefined
    let stop: (() => void) | null = null
    let ended = false
    const cancel = afterFirstScreen(() => {
      void Promise.all([
        import('#engine/data/follow-changes.ts'),
        import('#engine/data/start-live.ts'),
        import('#engine/data/follow-notifications.ts'),
        import('#engine/data/keep-outbox.ts'),
      ]).then(([{ followChanges }, { startLive }, { followNotifications }, { keepOutbox }]) => {
        if (ended) return
        // The channels know the person, not as whom they look: in a preview news are asked for, and nobody is shown.
        const isPreview = currentPreview(tenantId) !== null
        const live = isPreview ? null : startLive({ tenantId, userId })
        const unfollow = followChanges({
          api,
          client,
          ask,
          numbers,
          live,
          onWorkspace: () => void machine.lookAgain().then(() => client.invalidateQueries()),
        })
        const queryKey = answerKey({ tenantId, userId }, ['notifications'])
        const untell = followNotifications({
          tenantId,
          userId,
          listens: !isPreview,
          news: () => void client.invalidateQueries({ queryKey }),
        })
        // What a person filled in is not sent while they look as somebody else: nothing is written then.
        const close = isPreview ? null : keepOutbox({ api, client, owner: { tenantId, userId } })
        stop = () => {
          unfollow()
          untell()
          close?.()
          live?.stop()
        }
      })
    })
    return () => {
      ended = true
      cancel()
      stop?.()
    }
  }, [tenantId, userId, api, client, machine, ask, numbers])
  return null
}
