// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Asked {
  postMessage(text: unknown, ports?: readonly MessagePort[]): void
}
/** A worker that brings another version than the page's, or the same; it notes what it is told. */
const bringing = (isOurs: boolean, told: unknown[] = []): Asked => ({
  postMessage(text, ports) {
    if (ports) ports[0]?.postMessage(isOurs && text === '/assets/main-1.js')
    else told.push(text)
  },
})

/** A browser's service workers, as far as they are used. */
class Workers extends EventTarget {
  controller: Asked | null = null
  registered: string[] = []
  registration = Object.assign(new EventTarget(), {
    waiting: null as Asked | null,
    installing: null as EventTarget | null,
    update: vi.fn<() => Promise<void>>(async () => undefined),
  })
  refuse = false
  async register(address: string) {
    this.registered.push(address)
    if (this.refuse) throw new Error('SecurityError')
    return this.registration
  }
}

let workers: Workers
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>'
  workers = new Workers()
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const start = async (onNew = vi.fn<(load: () => void) => void>()) => {
  const { startWorker } = await import('./start-worker.ts')
  await startWorker(onNew)
  return { startWorker, onNew }
}
const installed = (isOurs = false): unknown[] => {
  const told: unknown[] = []
  workers.registration.waiting = bringing(isOurs, told)
  workers.registration.installing?.dispatchEvent(new Event('statechange'))
  return told
}
const found = (): void => {
  workers.registration.installing = new EventTarget()
  workers.registration.dispatchEvent(new Event('updatefound'))
}
const takenOver = (isOurs = false): void => {
  workers.controller = bringing(isOurs)
  workers.dispatchEvent(new Event('controllerchange'))
}
// What a worker says comes over a channel, past the clock of the tests.
const heard = async (): Promise<void> => {
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 30))
}

it('is registered once a page, and a browser that forbids it changes nothing', async () => {
  const { startWorker, onNew } = await start()
  await startWorker(onNew)
  expect(workers.registered).toEqual(['/service-worker.js'])
  vi.resetModules()
  workers.refuse = true
  await expect(start()).resolves.toBeDefined()
})

it('[REL-43] a first visit is told nothing; a newer version takes over when the person says so', async () => {
  const { onNew } = await start()
  takenOver()
  found()
  await heard()
  expect(onNew).not.toHaveBeenCalled()
  const told = installed()
  await heard()
  expect(onNew).toHaveBeenCalledTimes(1)
  expect(told).toEqual([])
  onNew.mock.calls[0]?.[0]()
  expect(told).toEqual(['take over'])
})

it('[REL-43] a tab whose version was taken over from another tab is told, also when it was open at the first visit', async () => {
  const { onNew } = await start()
  takenOver(true)
  takenOver()
  await heard()
  expect(onNew).toHaveBeenCalledTimes(1)
})

it('looks for news by itself', async () => {
  await start()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(workers.registration.update).toHaveBeenCalledTimes(1)
})

it('a page that came from the server with the new version already is told nothing of it', async () => {
  workers.controller = bringing(false)
  workers.registration.installing = new EventTarget()
  const { onNew } = await start()
  const told = installed(true)
  takenOver(true)
  await heard()
  expect([onNew.mock.calls.length, told]).toEqual([0, []])
})

it('one that was being installed when the page began is told of too', async () => {
  workers.controller = bringing(false)
  workers.registration.installing = new EventTarget()
  const { onNew } = await start()
  installed()
  await heard()
  expect(onNew).toHaveBeenCalledTimes(1)
})

it('a worker that does not know the question counts as another version', async () => {
  workers.controller = { postMessage: () => undefined }
  workers.registration.waiting = { postMessage: () => undefined }
  const { onNew } = await start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onNew).toHaveBeenCalledTimes(1)
})
