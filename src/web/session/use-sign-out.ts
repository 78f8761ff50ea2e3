import { useCallback } from 'react'
import { useSession, useSessionMachine } from './session-context.ts'

/**
 * Signs out and loads the sign-in page anew, so that nothing of the person stays in the memory of this tab either, and
 * "back" finds nothing. What they filled in without connection goes too, so that is said first. Where the session ends by
 * itself it stays for the person to send it after signing in again.
 */
export function useSignOut(): () => Promise<void> {
  const machine = useSessionMachine()
  const userId = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user.id : undefined))
  return useCallback(async () => {
    const leave = async (): Promise<void> => {
      await machine.signOut()
      location.replace('/auth')
    }
    // Without this file nothing was kept here.
    const outbox = await import('#engine/data/outbox.ts').catch(() => null)
    if (outbox && userId !== undefined) await outbox.beforeLeaving(userId, leave)
    else await leave()
  }, [machine, userId])
}
