import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApiClient } from '#engine/data/api-client.ts'
import { FIRST_PROBE, LONGEST_PROBE, watchBackend } from './backend-health.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A backend that is there or not, and a call to it that is sent at any time. */
function start() {
  const backend = { up: true, cut: false, healthy: true, looks: 0 }
  const api = createApiClient({
    base: () => 'http://backend.test',
    token: async () => null,
    refresh: async () => false,
    tenantId: () => null,
    fetch: async () => {
      if (!backend.up || backend.cut) throw new TypeError('Failed to fetch')
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    },
  })
  const onReturn = vi.fn<(wasAway: boolean) => void>()
  const health = watchBackend(api, {
    async answers() {
      backend.looks += 1
      if (!backend.up) throw new TypeError('Failed to fetch')
      return backend.healthy
    },
    onReturn,
  })
  const call = async (): Promise<void> => {
    await api.request('GET /api/models').catch(() => undefined)
    // It is looked at before it is called away.
    await vi.advanceTimersByTimeAsync(0)
  }
  const seen: boolean[] = []
  health.store.subscribe(({ reachable }, before) => {
    if (reachable !== before.reachable) seen.push(reachable)
  })
  const isThere = (): boolean => health.store.getState().reachable
  return { backend, call, isThere, onReturn, seen, probe: health.probe }
}

it('[X-04] notices a backend that went away, looks until it is back, then asks again', async () => {
  const { backend, call, isThere, onReturn, probe } = start()
  await call()
  expect(isThere()).toBe(true)
  backend.up = false
  await call()
  expect(isThere()).toBe(false)
  expect(await probe()).toBe(false)
  await vi.advanceTimersByTimeAsync(LONGEST_PROBE * 3)
  expect(isThere()).toBe(false)
  backend.up = true
  await vi.advanceTimersByTimeAsync(LONGEST_PROBE)
  expect(isThere()).toBe(true)
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it('[X-04] a call that was cut on its way is no backend that is away: it is looked at first', async () => {
  const { backend, call, isThere, onReturn, seen } = start()
  backend.cut = true
  await call()
  expect(backend.looks).toBe(1)
  expect(isThere()).toBe(true)
  // Only what did not arrive is asked for again.
  expect(onReturn.mock.calls).toEqual([[false]])
  for (let n = 0; n < 60; n++) {
    await call()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(seen).toEqual([])
  expect(backend.looks).toBeLessThan(12)
})

it('[X-04] a short absence is over within a second, however much else fails meanwhile', async () => {
  const { backend, call, isThere } = start()
  backend.up = false
  await call()
  for (let n = 0; n < 9; n++) {
    await vi.advanceTimersByTimeAsync(FIRST_PROBE / 10)
    await call()
  }
  backend.up = true
  await vi.advanceTimersByTimeAsync(FIRST_PROBE / 10)
  expect(isThere()).toBe(true)
})

it('[X-04] what arrives brings the next look on, and not one for every call', async () => {
  const { backend, call, isThere, onReturn } = start()
  backend.up = false
  await call()
  await vi.advanceTimersByTimeAsync(LONGEST_PROBE * 3)
  backend.up = true
  backend.healthy = false
  const before = backend.looks
  for (let n = 0; n < 60; n++) {
    await call()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(backend.looks - before).toBeGreaterThan(0)
  expect(backend.looks - before).toBeLessThan(4)
  expect(isThere()).toBe(false)
  backend.healthy = true
  for (let n = 0; n < 5 && !isThere(); n++) {
    await vi.advanceTimersByTimeAsync(FIRST_PROBE)
    await call()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(isThere()).toBe(true)
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it('[X-04] one that comes and goes is looked at less and less, not asked for everything all the time', async () => {
  const { backend, call, onReturn } = start()
  for (let n = 0; n < 60; n++) {
    backend.up = false
    await call()
    backend.up = true
    await call()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(onReturn.mock.calls.length).toBeLessThan(12)
})

it('[X-04] a call that arrives right after a look that failed brings the next one on, and not only the one after it', async () => {
  const { backend, call, isThere } = start()
  backend.up = false
  await call()
  await vi.advanceTimersByTimeAsync(LONGEST_PROBE * 3)
  const { looks } = backend
  while (backend.looks === looks) await vi.advanceTimersByTimeAsync(100)
  backend.up = true
  await call()
  expect(isThere()).toBe(false)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(isThere()).toBe(true)
})
