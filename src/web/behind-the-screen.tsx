import { PresenceHost } from '#components/account/presence-host.tsx'
import { ConflictHost } from '#components/conflict/conflict-host.tsx'
import { useAskAhead } from './ahead/use-ask-ahead.ts'
import { useAccountPreferences } from './session/use-account-preferences.ts'
import { LiveChanges } from './live-changes.tsx'
import { UndoKeys } from './undo-keys.tsx'

/** What works behind every screen and is not needed to draw the first one. */
export function BehindTheScreen() {
  useAccountPreferences()
  useAskAhead()
  return (
    <>
      <LiveChanges />
      <UndoKeys />
      <ConflictHost />
      <PresenceHost />
    </>
  )
}
