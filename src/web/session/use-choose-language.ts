import { useCallback } from 'react'
import { showLanguage } from '../language.ts'
import { changeProfile } from './auth-calls.ts'
import { useSession } from './session-context.ts'

/** Shows a language and keeps it: on this device, and with the account, so that the next device speaks it too. */
export function useChooseLanguage(): (language: string) => void {
  const signedIn = useSession((state) => state.auth.phase === 'signed-in')
  return useCallback(
    (language) => {
      void showLanguage(language, { remember: true })
      // A comfort for another device; this one has it already.
      if (signedIn) void changeProfile({ language }).catch(() => undefined)
    },
    [signedIn],
  )
}
