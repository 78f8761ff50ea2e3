import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let count = 0

/** Says that files are on their way; the answer says that they have arrived. */
export function uploadStarted(): () => void {
  change(1)
  return () => change(-1)
}

/** Whether files are on their way: a form that is saved now would be saved without them. */
export const useUploading = (): boolean => useSyncExternalStore(subscribe, isUploading, isUploading)

const isUploading = (): boolean => count > 0

function change(by: number): void {
  count += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
