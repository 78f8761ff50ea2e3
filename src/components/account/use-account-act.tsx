import { useState } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { wantsPresence } from '#engine/account/prove-presence.ts'
import { useRefreshAccount } from '#engine/account/use-refresh-account.ts'
import { withPresence } from '#engine/account/with-presence.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'

interface AccountAct {
  busy: boolean
  /** Runs one change and shows the account anew: says what went wrong, and asks the person to confirm that it is them where that is needed. */
  act(work: () => Promise<void>): Promise<void>
}

/** What every change of an account does around its one call. */
export function useAccountAct(): AccountAct {
  const t = useTranslate()
  const refresh = useRefreshAccount()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await withPresence(work)
    } catch (error) {
      if (error instanceof ApiError) reportFailure(error)
      // Who would rather not confirm that it is them knows why nothing was done.
      else if (!wantsPresence(error)) {
        const { text, values } = explainAuthError(error)
        toast.error(t(text, values))
      }
    } finally {
      // Also when it was not done: what was to be changed may be gone already.
      void refresh()
      setBusy(false)
    }
  }
  return { busy, act }
}
