import { useSyncExternalStore } from 'react'
import type { Region } from './format.ts'

const listeners = new Set<() => void>()
let current: Region = { locale: 'en' }

/** Says where the reader is; what shows numbers and dates draws again. */
export function setRegion(region: Region): void {
  current = region
  for (const listener of listeners) listener()
}

/** Where the reader is, now. */
export const currentRegion = (): Region => current

/** Where the reader is, live: pass it to the functions of `format.ts`. */
export const useRegion = (): Region => useSyncExternalStore(subscribe, currentRegion, currentRegion)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
