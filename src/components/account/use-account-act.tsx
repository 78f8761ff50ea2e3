import { useState } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { requestPresence } from '#engine/account/presence-requests.ts'
import { wantsPresence } from '#engine/account/prove-presence.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'

interface AccountAct {
  busy: boolean
  /** Runs one change: says what went wrong, and asks the person to confirm that it is them where that is needed. */
  act(work: () => Promise<void>): Promise<void>
}

/** What every change of an account does around its one call. */
export function useAccountAct(): AccountAct {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work().catch(async (error: unknown) => {
        // The API's own calls have asked already; these are the sign-in service's.
        if (error instanceof ApiError || !wantsPresence(error)) throw error
        if (await requestPresence()) await work()
      })
    } catch (error) {
      if (error instanceof ApiError) reportFailure(error)
      else {
        const { text, values } = explainAuthError(error)
        toast.error(t(text, values))
      }
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
