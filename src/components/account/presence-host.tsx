import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onPresenceRequest, openPresenceRequest } from '#engine/account/presence-requests.ts'

const PresenceDialog = lazy(async () => ({ default: (await import('./presence-dialog.tsx')).PresenceDialog }))

/** Asks people to confirm that it is them, whatever wants it. One, at the root of the application. */
export function PresenceHost() {
  const open = useSyncExternalStore(onPresenceRequest, openPresenceRequest)
  if (!open) return null
  return (
    <Suspense>
      <PresenceDialog onProven={() => open.answer(true)} onClose={() => open.answer(false)} />
    </Suspense>
  )
}
