import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Asks for a model's records again every so many seconds while the page is in view. Draws nothing. */
export function AskAgain({ model, every }: { model: string; every: number }) {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({
          // Its records only: what describes the model stays.
          predicate: ({ queryKey }) => /^(query|paged)$/.test(String(queryKey[2])) && queryKey[3] === model,
        })
    }, every * 1000)
    return () => clearInterval(timer)
  }, [client, model, every])
  return null
}
