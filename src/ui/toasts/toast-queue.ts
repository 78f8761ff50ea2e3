export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading'

export interface ToastOptions {
  /** A second line: what is safe, how far it is. */
  description?: string
  /** One thing to do about it: "Undo", "Open". */
  action?: { label: string; onClick: () => void }
  /** Replaces the toast of this id instead of adding one. */
  id?: string
  /** Shown small with a copy button, for what goes wrong. */
  requestId?: string
}

/** A toast on its way to the screen. */
export interface ToastMessage extends ToastOptions {
  id: string
  kind: ToastKind
  text: string
}

/** What draws toasts once it has loaded. */
export interface ToastSurface {
  show: (message: ToastMessage) => void
  dismiss: (id: string) => void
}

const waiting = new Map<string, ToastMessage>()
const listeners = new Set<() => void>()
let surface: ToastSurface | null = null
let wanted = false
let lastId = 0

/** An id no other toast of this visit has. */
export const nextToastId = (): string => `toast-${(lastId += 1)}`

/** Shows a toast, or keeps it until the surface has loaded. */
export function queueToast(message: ToastMessage): void {
  if (surface) return surface.show(message)
  waiting.set(message.id, message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Takes a toast away, shown or still waiting. */
export function dropToast(id: string): void {
  waiting.delete(id)
  surface?.dismiss(id)
}

/** The surface is ready: it gets what waited, in order. Answers how to disconnect it. */
export function connectToasts(ready: ToastSurface): () => void {
  surface = ready
  for (const message of waiting.values()) ready.show(message)
  waiting.clear()
  return () => {
    if (surface === ready) surface = null
  }
}

/** Whether a toast was ever asked for; until then nothing of the surface is fetched. */
export const toastsWanted = (): boolean => wanted

/** Calls back when `toastsWanted` may have changed. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
