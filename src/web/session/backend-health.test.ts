import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApiClient } from '#engine/data/api-client.ts'
import { PROBE_INTERVAL, watchBackend } from './backend-health.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[X-04] notices a backend that went away, looks until it is back, then asks again', async () => {
  let up = true
  const api = createApiClient({
    base: () => 'http://backend.test',
    token: async () => null,
    refresh: async () => false,
    tenantId: () => null,
    fetch: async () => {
      if (!up) throw new TypeError('Failed to fetch')
      return new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } })
    },
  })
  const onReturn = vi.fn<() => void>()
  const { store, probe } = watchBackend(api, onReturn)
  await api.request('GET /api/models')
  expect(store.getState().reachable).toBe(true)
  up = false
  await expect(api.request('GET /api/models')).rejects.toMatchObject({ status: 0 })
  expect(store.getState().reachable).toBe(false)
  expect(await probe()).toBe(false)
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL * 2)
  expect(store.getState().reachable).toBe(false)
  up = true
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL)
  expect(store.getState().reachable).toBe(true)
  expect(onReturn).toHaveBeenCalledTimes(1)
})
