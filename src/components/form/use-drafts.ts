import { useEffect, useState } from 'react'
import { keepDrafts, readDrafts } from './draft-store.ts'
import type { FormValues } from './form-values.ts'

interface Drafts {
  /** Whether something typed before was neither put back nor given up. */
  offered: boolean
  /** What is to be put back; what is typed now is offered in its place. Null where nothing is offered. */
  take(): FormValues | null
  /** Gives up what is offered. */
  dismiss(): void
  /** What is typed now was saved or given up; what is offered stays. */
  settle(): void
}

/** What was typed into a form before, and keeping what is typed now behind it; `typed` is null while nothing is. */
export function useDrafts(place: string, typed: FormValues | null): Drafts {
  const [waiting, setWaiting] = useState(() => readDrafts(place))
  useEffect(() => {
    if (typed) keepDrafts(place, [...waiting, typed])
  }, [place, waiting, typed])
  const [next = null, ...rest] = waiting
  const own = typed ? [typed] : []
  return {
    offered: next !== null,
    take() {
      if (!next) return null
      setWaiting([...rest, ...own])
      keepDrafts(place, [...rest, ...own, next])
      return next
    },
    dismiss() {
      setWaiting(rest)
      keepDrafts(place, [...rest, ...own])
    },
    settle() {
      keepDrafts(place, waiting)
    },
  }
}
