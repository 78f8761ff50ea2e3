import { useCallback } from 'react'
import { useSessionMachine } from './session-context.ts'

/**
 * Signs out and loads the sign-in page anew, so that nothing of the person stays in the memory of this tab either, and
 * "back" finds nothing.
 */
export function useSignOut(): () => Promise<void> {
  const machine = useSessionMachine()
  return useCallback(async () => {
    await machine.signOut()
    location.replace('/auth')
  }, [machine])
}
