// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A browser's service workers, as far as they are used. */
class Workers extends EventTarget {
  controller: object | null = null
  registered: string[] = []
  registration = Object.assign(new EventTarget(), {
    waiting: null as { postMessage(text: string): void } | null,
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
const installed = (): string[] => {
  const told: string[] = []
  const worker = new EventTarget()
  workers.registration.installing = worker
  workers.registration.dispatchEvent(new Event('updatefound'))
  workers.registration.waiting = { postMessage: (text) => told.push(text) }
  worker.dispatchEvent(new Event('statechange'))
  return told
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
  workers.controller = {}
  workers.dispatchEvent(new Event('controllerchange'))
  expect(onNew).not.toHaveBeenCalled()
  const told = installed()
  expect(onNew).toHaveBeenCalledTimes(1)
  expect(told).toEqual([])
  onNew.mock.calls[0]?.[0]()
  expect(told).toEqual(['take over'])
})

it('[REL-43] a tab whose version was taken over from another tab is told, and looks for news by itself', async () => {
  workers.controller = {}
  const { onNew } = await start()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(onNew).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(workers.registration.update).toHaveBeenCalledTimes(1)
})
