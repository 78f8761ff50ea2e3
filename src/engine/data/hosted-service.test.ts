import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hostedOptions, realtimeTimes } from './hosted-service.ts'
import { sessionKey } from './session-key.ts'

const made: { url: string; options: unknown }[] = []
const auth = {
  getSession: vi.fn(async () => ({ data: { session: { access_token: 'token-of-a' } } })),
  refreshSession: vi.fn(async () => ({ data: { session: {} }, error: null })),
}
let base = 'https://a.test'

vi.mock('@supabase/supabase-js', () => ({
  createClient: (url: string, _key: string, options: unknown) => {
    made.push({ url, options })
    return { auth }
  },
}))
vi.mock('./api-base.ts', () => ({
  apiBase: () => base,
  startApiBase: async () => undefined,
  readMeta: async (origin: string) => ({ supabase: { url: origin, anonKey: 'anon' } }),
}))

beforeEach(() => {
  vi.resetModules()
  made.length = 0
  base = 'https://a.test'
  auth.refreshSession.mockClear()
})

describe('the hosted service', () => {
  it('[U-06] is one client, made at the first call', async () => {
    const { openHostedService } = await import('./hosted-service.ts')
    const [one, two] = await Promise.all([openHostedService(), openHostedService()])
    expect(one).toBe(two)
    expect(made).toHaveLength(1)
  })

  it('[C-01] [AB-04] keeps each origin’s session apart and never sends a token to another origin', async () => {
    expect(sessionKey('https://a.test')).not.toBe(sessionKey('https://b.test'))
    expect(hostedOptions('https://a.test').auth?.storageKey).toContain('https://a.test')
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{}', { status: 200 }))
    const { createHostedApi } = await import('./hosted-service.ts')
    const api = createHostedApi(() => null)
    await api.request('GET /api/models')
    base = 'https://b.test'
    await api.request('GET /api/models')
    const tokens = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
    expect(tokens).toEqual(['Bearer token-of-a', null])
    fetched.mockRestore()
  })

  it('many refused calls renew the session once', async () => {
    let refused = 0
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{}', { status: refused++ < 5 ? 401 : 200 }))
    const { createHostedApi } = await import('./hosted-service.ts')
    const api = createHostedApi(() => null)
    await Promise.all(Array.from({ length: 5 }, () => api.request('GET /api/models')))
    expect(auth.refreshSession).toHaveBeenCalledTimes(1)
    fetched.mockRestore()
  })

  it('[K-05] heartbeat 25 s, timeout 10 s, reconnect after 1, 2, 5, then 10 s', () => {
    expect(realtimeTimes).toMatchObject({ heartbeat: 25_000, timeout: 10_000 })
    const { reconnectAfterMs } = hostedOptions('https://a.test').realtime ?? {}
    expect([1, 2, 3, 4, 9].map((tries) => reconnectAfterMs?.(tries))).toEqual([
      1000, 2000, 5000, 10_000, 10_000,
    ])
  })
})
