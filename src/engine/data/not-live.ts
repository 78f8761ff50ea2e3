import { useSyncExternalStore } from 'react'

/** Whether any part of the screen shows a copy instead of the server's answer, and the oldest such copy's time. */
export interface NotLive {
  active: boolean
  since: string | null
}

const live: NotLive = { active: false, since: null }
const listeners = new Set<() => void>()
const copies = new Map<symbol, { savedAt: string; retry: () => void }>()
let current = live

/** Says that something now shows a copy; the answer takes that back. */
export function showCopy(savedAt: string, retry: () => void): () => void {
  const mark = Symbol('copy')
  copies.set(mark, { savedAt, retry })
  update()
  return () => {
    copies.delete(mark)
    update()
  }
}

/** Asks again for everything that shows a copy. */
export function retryCopies(): void {
  for (const { retry } of copies.values()) retry()
}

/** Whether the screen is live: the application labels it, with Retry (`retryCopies`), while it is not (C-13). */
export const useNotLive = (): NotLive => useSyncExternalStore(subscribe, isNotLive, isNotLive)

/** As `useNotLive`, now. While active nothing may be changed: writes are refused. */
export const isNotLive = (): NotLive => current

function update(): void {
  const times = [...copies.values()].map(({ savedAt }) => savedAt)
  current = times.length === 0 ? live : { active: true, since: times.toSorted()[0] ?? null }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
