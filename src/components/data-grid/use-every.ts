import { useEffect, useEffectEvent } from 'react'

/** Does something every so many seconds while the page is in view; never when there are none. */
export function useEvery(seconds: number | null, work: () => void): void {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') work()
  })
  useEffect(() => {
    if (seconds === null) return undefined
    const timer = setInterval(() => tick(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}
