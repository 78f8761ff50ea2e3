import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Asks for a model's records again every so many seconds while the page is in view; never when there are none. */
export function useEvery(seconds: number | undefined, model: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!seconds) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({
          // Its records only: what describes the model stays.
          predicate: ({ queryKey }) => /^(query|paged)$/.test(String(queryKey[2])) && queryKey[3] === model,
        })
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [client, model, seconds])
}
