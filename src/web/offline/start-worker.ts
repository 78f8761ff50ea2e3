interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}

const address = '/service-worker.js'
/** Milliseconds between two looks for a new version, for tabs that stay open. */
const lookEvery = 3_600_000

let started = false

/**
 * Lets the application open without a connection from now on. `onNew` hears that a newer version is there, with what
 * loads it. Once a page; where the browser forbids it, the application works as before.
 */
export async function startWorker(onNew: (load: () => void) => void): Promise<void> {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  const { serviceWorker } = navigator
  const wasHeld = serviceWorker.controller !== null
  let asked = false
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    // The first one takes over a page that is of its own version; a later one was asked for in another tab.
    else if (wasHeld) onNew(() => location.reload())
  })
  try {
    const registration = await serviceWorker.register(scriptAddress())
    const look = (): void => {
      const { waiting } = registration
      if (!waiting || !serviceWorker.controller) return
      onNew(() => {
        asked = true
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
        waiting.postMessage('take over')
      })
    }
    look()
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    )
    // Without a connection there is nothing new.
    setInterval(() => void registration.update().catch(() => undefined), lookEvery)
  } catch {
    // Private windows and the rules of a company forbid it.
    started = false
  }
}

// The content security policy takes no plain text for the address of a script: this one, and no other, is meant.
function scriptAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  return (
    types?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL('') ?? address
  )
}
