/** A dangerous act that waits until the person has shown that they are there. */
export interface PresenceRequest {
  /** True: shown. False: they would rather not. */
  answer(proven: boolean): void
}

let open: PresenceRequest | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** What is asked just now; for the one dialog that asks it. */
export const openPresenceRequest = (): PresenceRequest | null => open

/** Calls back when something is asked or answered; answers how to stop. */
export function onPresenceRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks whoever is at the keyboard to confirm that it is them, once for all that wait. Answers false at once where no dialog
 * is drawn.
 */
export function requestPresence(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  asked ??= new Promise((resolve) => {
    show({
      answer(proven) {
        asked = null
        show(null)
        resolve(proven)
      },
    })
  })
  return asked
}

function show(request: PresenceRequest | null): void {
  open = request
  for (const listener of listeners) listener()
}
