import { useState, type SyntheticEvent } from 'react'
import { explainAuthError, type AuthExplanation } from '#engine/account/explain-auth-error.ts'

interface AuthForm {
  busy: boolean
  /** What the service, or the page itself, had against the last attempt. */
  problem: AuthExplanation | null
  setProblem(problem: AuthExplanation | null): void
  /** Runs one attempt: shows that it runs, and explains what it throws. Answers whether it went through. */
  attempt(work: () => Promise<void>): Promise<boolean>
  /** For `<form onSubmit>`. */
  submit(work: () => Promise<void>): (event: SyntheticEvent) => void
}

/** What every sign-in form does around its one call. */
export function useAuthForm(): AuthForm {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AuthExplanation | null>(null)
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(explainAuthError(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    setProblem,
    attempt,
    submit: (work) => (event) => {
      event.preventDefault()
      void attempt(work)
    },
  }
}
