import { useCallback } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { useSessionMachine } from './session-context.ts'

/**
 * Signs out and loads the sign-in page anew, so that nothing of the person stays in the memory of this tab either, and
 * "back" finds nothing. What was filled in without connection goes too, so that is said first. Where the session ends by
 * itself it stays for the person to send it after signing in again.
 */
export function useSignOut(): () => Promise<void> {
  const machine = useSessionMachine()
  return useCallback(async () => {
    const outbox = await import('#engine/data/outbox.ts').catch(() => null)
    const leave = async (): Promise<void> => {
      await outbox?.clearOutbox()
      await machine.signOut()
      location.replace('/auth')
    }
    const count = outbox?.waitingEntries().length ?? 0
    if (count === 0) return leave()
    toast.warning(t('{{count}} entries wait to be sent and would be lost', { count }), {
      action: { label: t('Sign out anyway'), onClick: () => void leave() },
    })
  }, [machine])
}
