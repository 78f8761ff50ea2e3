import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Asks again for all that is shown, after a write that may have changed anything: an import, a setup, its undo. */
export function useRefreshEverything(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}
