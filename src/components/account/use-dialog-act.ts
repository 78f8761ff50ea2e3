import { useState } from 'react'
import { explainAuthError, type AuthExplanation } from '#engine/account/explain-auth-error.ts'
import { wantsPresence } from '#engine/account/prove-presence.ts'
import { withPresence } from '#engine/account/with-presence.ts'

interface DialogAct {
  busy: boolean
  /** Why it was not done; stands in the dialog, which stays open. */
  problem: AuthExplanation | null
  act(work: () => Promise<void>): Promise<void>
}

/** One change of the account that a dialog asks for: confirmed by the person where that is needed. */
export function useDialogAct(): DialogAct {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AuthExplanation | null>(null)
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await withPresence(work)
    } catch (error) {
      // Who would rather not confirm that it is them knows why nothing was done.
      if (!wantsPresence(error)) setProblem(explainAuthError(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, act }
}
