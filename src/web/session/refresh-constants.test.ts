// @vitest-environment jsdom
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hostedOptions } from '#engine/data/hosted-service.ts'
import { sessionKey } from '#engine/data/session-key.ts'

// The library refreshes by itself; these hold it to the specification's numbers.
const user = {
  id: 'u1',
  aud: 'authenticated',
  email: 'ada@nord.test',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
}
const now = new Date('2026-11-21T12:00:00Z')

const session = (seconds: number) => ({
  access_token: 'a.b.c',
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: now.getTime() / 1000 + seconds,
  user,
})

let answer: () => Response
let asked: number[]

function open(origin: string, seconds: number) {
  localStorage.setItem(sessionKey(origin), JSON.stringify(session(seconds)))
  const { auth } = hostedOptions(origin)
  const client = createClient(origin, 'anon', {
    auth: { ...auth, detectSessionInUrl: false },
    global: {
      fetch: async () => {
        asked.push(Date.now() - now.getTime())
        return answer()
      },
    },
  })
  return client.auth
}

beforeEach(() => {
  vi.useFakeTimers({ now })
  asked = []
  answer = () =>
    new Response(JSON.stringify(session(7200)), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('[K-04] [U-06] refreshes when less than about 90 s remain, looked at every 30 s', async () => {
  const auth = open('http://a.test', 200)
  await auth.initialize()
  await vi.advanceTimersByTimeAsync(79_000)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(71_000)
  expect(asked).toHaveLength(1)
  // At a tick of 30 s; the library counts whole ticks, so "about 90 s" is 60 to 120.
  expect((asked[0] ?? 0) % 30_000).toBe(0)
  expect(200_000 - (asked[0] ?? 0)).toBeGreaterThanOrEqual(60_000)
  expect(200_000 - (asked[0] ?? 0)).toBeLessThanOrEqual(120_000)
  await auth.stopAutoRefresh()
})

it('[K-04] a refresh that cannot arrive is tried again after 200 ms, doubling', async () => {
  answer = () => new Response('', { status: 503 })
  const auth = open('http://b.test', 200)
  await auth.initialize()
  await vi.advanceTimersByTimeAsync(125_000)
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(gaps.slice(0, 4)).toEqual([200, 400, 800, 1600])
  await auth.stopAutoRefresh()
})
