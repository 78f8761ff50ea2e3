import { useCallback } from 'react'
import type { ProfileChange } from './auth-calls.ts'
import { useSession } from './session-context.ts'

/** Keeps what somebody chose on this device with their account, so that the next device has it too. */
export function useKeepChoice(): (choice: ProfileChange) => void {
  const signedIn = useSession((state) => state.auth.phase === 'signed-in')
  return useCallback(
    (choice) => {
      // A comfort for another device; this one has it already.
      if (signedIn) void keep(choice).catch(() => undefined)
    },
    [signedIn],
  )
}

async function keep(choice: ProfileChange): Promise<void> {
  const { changeProfile } = await import('./auth-calls.ts')
  await changeProfile(choice)
}
