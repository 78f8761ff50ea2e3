import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Asks for a model's records again every so many seconds while the page is in view; what describes the model stays. */
export function useFollowClock(model: string, every: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({
          predicate: ({ queryKey }) => /^(query|paged)$/.test(String(queryKey[2])) && queryKey[3] === model,
        })
    }, every * 1000)
    return () => clearInterval(timer)
  }, [client, model, every])
}
