import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { currentPreview } from '#engine/data/preview.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { afterFirstScreen } from '../session/after-first-screen.ts'
import { askAhead, rememberAsked } from './ask-ahead.ts'

/** Asks ahead for each screen that is gone to, and keeps what it asks for once it stands. */
export function useAskAhead(): void {
  const engine = useEngine()
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const { tenant, user } = useSession()
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  useEffect(() => {
    // What somebody else would see is not kept on this device.
    if (tenantId === null || userId === null || currentPreview(tenantId)) return undefined
    const asker = { tenantId, userId }
    const address = { pathname, search }
    void askAhead(engine, client, asker, address)
    let quiet = 0
    let cancel: () => void
    // Between two questions nothing is on its way either: it must be so twice.
    const rememberOnceStanding = (): void => {
      cancel = afterFirstScreen(() => {
        quiet = client.isFetching() > 0 ? 0 : quiet + 1
        if (quiet < 2) rememberOnceStanding()
        else rememberAsked(client, asker, address)
      })
    }
    rememberOnceStanding()
    return () => cancel()
  }, [engine, client, tenantId, userId, pathname, search])
}
