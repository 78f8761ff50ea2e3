import { useState, type ReactNode } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { wantsPresence } from '#engine/account/prove-presence.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { PresenceDialog } from './presence-dialog.tsx'

interface AccountAct {
  busy: boolean
  /** Runs one change: says what went wrong, and asks the person to confirm that it is them where that is needed. */
  act(work: () => Promise<void>): Promise<void>
  /** To be drawn beside the buttons. */
  dialog: ReactNode
}

/** What every change of an account does around its one call. */
export function useAccountAct(): AccountAct {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null)
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (wantsPresence(error)) setWaiting(() => work)
      else if (error instanceof ApiError) reportFailure(error)
      else {
        const { text, values } = explainAuthError(error)
        toast.error(t(text, values))
      }
    } finally {
      setBusy(false)
    }
  }
  const proven = (): void => {
    setWaiting(null)
    if (waiting) void act(waiting)
  }
  const dialog = waiting && <PresenceDialog onProven={proven} onClose={() => setWaiting(null)} />
  return { busy, act, dialog }
}
