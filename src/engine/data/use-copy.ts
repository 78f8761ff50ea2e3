import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './api-error.ts'
import { readCopy, type Copy } from './last-good-copy.ts'
import { showCopy } from './not-live.ts'

interface LiveAnswer<T> {
  data: T | undefined
  dataUpdatedAt: number
  error: unknown
  failureReason: unknown
}

/**
 * The copy to show while the server cannot be asked, or null while all is well: what this page still has, else what was
 * kept. As long as there is one, the screen counts as not live and `retry` is what its Retry does.
 */
export function useCopy<T>(key: string | null, live: LiveAnswer<T>, retry: () => void): Copy<T> | null {
  const trouble = live.error ?? live.failureReason
  const unavailable = trouble instanceof ApiError && trouble.unavailable
  // What stands in while a changed question is asked answers the question before, and was never an answer to this one.
  const inHand =
    live.data === undefined || live.dataUpdatedAt === 0
      ? null
      : { value: live.data, savedAt: new Date(live.dataUpdatedAt).toISOString() }
  const kept = useKeptCopy<T>(key, unavailable && inHand === null)
  const copy = unavailable ? (inHand ?? kept) : null
  const savedAt = copy?.savedAt
  const again = useEffectEvent(retry)
  useEffect(() => (savedAt === undefined ? undefined : showCopy(savedAt, () => again())), [savedAt])
  return copy
}

function useKeptCopy<T>(key: string | null, wanted: boolean): Copy<T> | null {
  const [found, setFound] = useState<{ key: string; copy: Copy<T> } | null>(null)
  useEffect(() => {
    if (!wanted || key === null) return undefined
    let dropped = false
    void readCopy<T>(key).then((copy) => {
      if (copy && !dropped) setFound({ key, copy })
    })
    return () => {
      dropped = true
    }
  }, [key, wanted])
  return wanted && found?.key === key ? found.copy : null
}
