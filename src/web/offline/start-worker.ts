type Worker = Pick<ServiceWorker, 'postMessage'>

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}

const address = '/service-worker.js'
/** Milliseconds between two looks for a new version, for tabs that stay open. */
const lookEvery = 3_600_000
/** Milliseconds a worker is given to say whether this page is of its build. */
const answerIn = 1_000

let started = false

/**
 * Lets the application open without a connection from now on. `onNew` hears that another version than this page’s is there,
 * with what loads it. Once a page; where the browser forbids it, the application works as before.
 */
export async function startWorker(onNew: (load: () => void) => void): Promise<void> {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  const { serviceWorker } = navigator
  let isHeld = serviceWorker.controller !== null
  let asked = false
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over a page that is of its own version; a later one was asked for in another tab.
    const isFirst = !isHeld
    isHeld = true
    if (asked) location.reload()
    else if (!isFirst) void tellUnlessOurs(serviceWorker.controller, () => location.reload())
  })
  const tellUnlessOurs = async (worker: Worker | null, load: () => void): Promise<void> => {
    if (worker && !(await isOfThisPage(worker))) onNew(load)
  }
  try {
    const registration = await serviceWorker.register(scriptAddress())
    const look = (): void => {
      const { waiting } = registration
      if (!waiting || !serviceWorker.controller) return
      void tellUnlessOurs(waiting, () => {
        asked = true
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
        waiting.postMessage('take over')
      })
    }
    const follow = (): void => registration.installing?.addEventListener('statechange', look)
    look()
    follow()
    registration.addEventListener('updatefound', follow)
    // Without a connection there is nothing new.
    setInterval(() => void registration.update().catch(() => undefined), lookEvery)
  } catch {
    // Private windows and the rules of a company forbid it.
    started = false
  }
}

// Pages come from the server first, so a page may be of the build that a worker is still bringing.
function isOfThisPage(worker: Worker): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data === true))
    port1.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(script, [port2])
    // One of an earlier version does not know the question.
    setTimeout(() => resolve(false), answerIn)
  }).finally(() => port1.close())
}

// The content security policy takes no plain text for the address of a script: this one, and no other, is meant.
function scriptAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  return (
    types?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL('') ?? address
  )
}
