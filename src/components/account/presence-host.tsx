import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onPresenceRequest, openPresenceRequest } from '#engine/account/presence-requests.ts'
import { useRefreshAccount } from '#engine/account/use-refresh-account.ts'

const PresenceDialog = lazy(async () => ({ default: (await import('./presence-dialog.tsx')).PresenceDialog }))

/** Asks people to confirm that it is them, whatever wants it. One, at the root of the application. */
export function PresenceHost() {
  const open = useSyncExternalStore(onPresenceRequest, openPresenceRequest)
  const refresh = useRefreshAccount()
  if (!open) return null
  const proven = (): void => {
    open.answer(true)
    void refresh()
  }
  return (
    <Suspense>
      <PresenceDialog onProven={proven} onClose={() => open.answer(false)} />
    </Suspense>
  )
}
