import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** What is asked of a person's own account, by the names under which the answers are kept. */
const accountAnswers: ReadonlySet<unknown> = new Set([
  'sign-ins',
  'own-sign-in',
  'second-factors',
  'recovery-codes',
  'linked-accounts',
  'preferences',
])

/**
 * Asks again for all that is shown of the person's own account: one change often reaches the others. A second factor ends
 * other sign-ins, a proof of presence by password or code begins another in the place of the one in use.
 */
export function useRefreshAccount(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => accountAnswers.has(queryKey[2]) }),
    [client],
  )
}
