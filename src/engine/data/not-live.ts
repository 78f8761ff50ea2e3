import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

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

/** Throws where the screen shows a copy: what is written on top of it may be older than what is there. */
export function requireLive(): void {
  if (!current.active) return
  throw new ApiError(
    0,
    'unreachable',
    'You are looking at an older copy. Nothing can be changed until the server answers.',
  )
}

function update(): void {
  const times = [...copies.values()].map(({ savedAt }) => savedAt)
  current = times.length === 0 ? live : { active: true, since: times.toSorted()[0] ?? null }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
