import { describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../tests/support/fake-engine.tsx'
import { createApiClient, type ApiClientSettings, type ApiEvent } from './api-client.ts'
import { ApiError, problemsOf } from './api-error.ts'
import { retryDelay, shouldRetry } from './retry-policy.ts'

function client(answer: Parameters<typeof fakeServer>[0], settings: Partial<ApiClientSettings> = {}) {
  const server = fakeServer(answer)
  const api = createApiClient({
    base: () => 'http://api.test',
    token: async () => 'token-1',
    refresh: async () => false,
    tenantId: () => 'tenant-1',
    fetch: server.fetch,
    ...settings,
  })
  const events: ApiEvent['type'][] = []
  api.subscribe(({ type }) => events.push(type))
  return { api, events, sent: server.sent }
}

const refusal = (status: number, code: string, message: string, details?: unknown) => ({
  status,
  body: { error: { code, message, requestId: 'req-7', ...(details !== undefined && { details }) } },
})

/** An answer whose connection breaks before it is whole. */
function broken(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(new TextEncoder().encode('{"id":'))
    },
    pull(to) {
      to.error(new TypeError('network error'))
    },
  })
  return new Response(body)
}

describe('the API client', () => {
  it('[C-02] sends bearer token, workspace and cookies; 204 answers nothing', async () => {
    const fetched = vi.fn(
      async (_address: unknown, _init?: RequestInit) => new Response(null, { status: 204 }),
    )
    const { api } = client(() => ({}), { fetch: fetched as unknown as typeof fetch })
    expect(
      await api.call('DELETE /api/records/{model}/{id}', { params: { model: 'note', id: 'a/b' } }),
    ).toBeUndefined()
    const [address, init] = fetched.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(address).toBe('http://api.test/api/records/note/a%2Fb')
    expect(headers.get('authorization')).toBe('Bearer token-1')
    expect(headers.get('x-tenant-id')).toBe('tenant-1')
    expect(init?.credentials).toBe('include')
  })

  it('[C-02] sends neither token nor workspace where there is none', async () => {
    const { api, sent } = client(() => ({}), { token: async () => null, tenantId: () => null })
    await api.request('GET /api/health')
    expect(sent[0]?.headers.has('authorization')).toBe(false)
    expect(sent[0]?.headers.has('x-tenant-id')).toBe(false)
  })

  it('knows since when changes may be missing: the first answer, anew where a workspace is chosen', async () => {
    let number = 4
    const { api } = client(() => ({ body: {}, headers: { 'x-change-number': String(number++) } }))
    expect(api.firstNumber()).toBeNull()
    await api.call('GET /api/auth/tenant-status', { search: {} })
    await api.request('GET /api/routes')
    expect(api.firstNumber()).toBe(4)
    await api.call('POST /api/auth/select-tenant', { body: { tenant_id: 't' } })
    expect(api.firstNumber()).toBe(6)
  })

  it('counts what was asked first and answered late as well: what it says may be older', async () => {
    const numbers = ['7', '5', '8']
    const { api } = client(() => ({ body: {}, headers: { 'x-change-number': numbers.shift() ?? '' } }))
    await api.call('GET /api/auth/tenant-status', { search: {} })
    await api.request('GET /api/routes')
    await api.request('GET /api/tenants')
    expect(api.firstNumber()).toBe(5)
  })

  it('gives every write an Idempotency-Key of its own, and questions none', async () => {
    const { api, sent } = client(() => ({ body: { results: [] } }))
    await api.call('POST /api/records/{model}', { params: { model: 'note' }, body: { name: 'a' } })
    await api.call('POST /api/records/{model}', { params: { model: 'note' }, body: { name: 'a' } })
    await api.call('POST /api/query', { body: { queries: [] } })
    // What a link would show is asked, too: it may be asked again as often as one likes.
    await api.call('POST /api/objects/{token}/share/preview', {
      params: { token: 't' },
      body: { fields: [] },
    })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[\w-]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys.slice(2)).toEqual([null, null])
  })

  it('makes a write again under the same Idempotency-Key where no answer came, until one does', async () => {
    let turn = 0
    const { api, sent } = client(() => {
      turn += 1
      if (turn < 3) throw new TypeError('Failed to fetch')
      return turn === 3 ? refusal(503, 'unavailable', 'Later') : { body: { id: '1' } }
    })
    const create = (name: string) =>
      api.call('POST /api/records/{model}', { params: { model: 'note' }, body: { name } }).catch(() => null)
    await expect(
      api.call('POST /api/records/{model}', { params: { model: 'note' }, body: { name: 'a' } }),
    ).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('done once') })
    for (const name of ['a', 'a', 'b', 'a', 'a']) await create(name)
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    const [first, second, third, other, answered, later] = keys
    // A server that could not answer may have done it, too.
    expect([second, third, answered]).toEqual([first, first, first])
    expect([other === first, later === first]).toEqual([false, false])
  })

  it.each([
    ['the page of a proxy', () => new Response('<html>proxy</html>')],
    ['nothing', () => new Response('')],
    ['the beginning of an answer', broken],
  ])('takes %s for no answer: it is told, and a write made again has the same key', async (_, page) => {
    const keys: (string | null)[] = []
    const fetch = async (_address: unknown, init?: RequestInit): Promise<Response> => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      return keys.length < 3 ? page() : Response.json({ id: '1' })
    }
    const { api, events } = client(() => ({}), { fetch: fetch as typeof globalThis.fetch })
    const input = { params: { model: 'note' }, body: { name: 'a' } }
    const create = () => api.call('POST /api/records/{model}', input)
    const none = { name: 'ApiError', status: 0, code: 'unreachable', unavailable: true }
    await expect(create()).rejects.toMatchObject({ ...none, message: expect.stringContaining('done once') })
    expect(events.at(-1)).toBe('unreachable')
    await expect(api.answer('POST /api/records/{model}', input)).rejects.toMatchObject(none)
    await create()
    await create()
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
    const asked = client(() => ({}), { fetch: async () => page() })
    await expect(asked.api.request('GET /api/models')).rejects.toMatchObject({
      ...none,
      message: 'The server could not be reached.',
    })
  })

  it('[C-12] [X-01] 401 is "unauthorized" after one refresh, and is told', async () => {
    const refresh = vi.fn(async () => false)
    const { api, events, sent } = client(() => refusal(401, 'unauthorized', 'unauthorized'), { refresh })
    await expect(api.request('GET /api/models')).rejects.toMatchObject({
      status: 401,
      message: 'unauthorized',
    })
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(sent).toHaveLength(1)
    expect(events).toContain('unauthorized')
  })

  it('[C-12] a refreshed session repeats the call once, with the same Idempotency-Key', async () => {
    let turn = 0
    const tokens = ['old', 'new']
    const { api, events, sent } = client(
      () => (turn++ === 0 ? refusal(401, 'unauthorized', 'unauthorized') : { body: { id: '1' } }),
      { refresh: async () => true, token: async () => tokens[Math.min(turn, 1)] ?? null },
    )
    await api.call('POST /api/records/{model}', { params: { model: 'note' }, body: {} })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
    expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'))
    expect(events).not.toContain('unauthorized')
  })

  it('a dangerous act asks who is there, and is repeated once with the same Idempotency-Key and the new token', async () => {
    let isProven = false
    const needed = refusal(403, 'reauthentication_needed', 'Confirm that it is you.')
    const { api, sent } = client(() => (isProven ? {} : needed), {
      token: async () => (isProven ? 'new' : 'old'),
      provePresence: async () => (isProven = true),
    })
    await api.request('POST /api/tenants/1/close', { body: {} })
    expect(sent).toHaveLength(2)
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer new')
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    const refused = client(() => needed, { provePresence: async () => false })
    await expect(refused.api.request('POST /api/tenants/1/close', { body: {} })).rejects.toMatchObject({
      code: 'reauthentication_needed',
    })
    expect(refused.sent).toHaveLength(1)
  })

  it('[C-14] a call that was on its way while the second step was taken is repeated, and asks for no second step', async () => {
    let current = 'one-step'
    const needed = refusal(403, 'insufficient_aal', 'This needs a second factor.')
    const { api, events, sent } = client(
      () => {
        if (sent.length > 1) return { body: { rows: [] } }
        current = 'two-steps'
        return needed
      },
      { token: async () => current },
    )
    await api.request('GET /api/changes')
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer one-step',
      'Bearer two-steps',
    ])
    expect(events).not.toContain('second-step-required')
    const refused = client(() => needed)
    await expect(refused.api.request('GET /api/changes')).rejects.toMatchObject({ code: 'insufficient_aal' })
    expect(refused.sent).toHaveLength(1)
    expect(refused.events).toContain('second-step-required')
  })

  it('[C-12] [X-01] 409 is "tenant_selection_required" and is told', async () => {
    const { api, events } = client(() =>
      refusal(409, 'tenant_selection_required', 'tenant_selection_required'),
    )
    await expect(api.request('GET /api/models')).rejects.toMatchObject({ code: 'tenant_selection_required' })
    expect(events).toContain('tenant-selection-required')
  })

  it('[X-01] other failures give the response text, an HTML page never', async () => {
    const plain = client(() => ({ status: 418, body: 'short and stout' }))
    await expect(plain.api.request('GET /api/models')).rejects.toMatchObject({ message: 'short and stout' })
    const page = client(() => ({ status: 502, body: '<html><b>nginx</b></html>' }))
    const error = await page.api.request('GET /api/models').catch((thrown: unknown) => thrown)
    expect((error as ApiError).message).not.toContain('nginx')
    expect(page.events).toContain('unreachable')
  })

  it('keeps details and request id of a refusal', async () => {
    const details = [{ path: 'attributes.name', code: 'required', message: 'Give a name.' }]
    const { api } = client(() => refusal(422, 'invalid', 'Some values are not valid.', details))
    const error = await api.request('POST /api/records/note', { body: {} }).catch((thrown: unknown) => thrown)
    expect(problemsOf(error)).toEqual(details)
    expect(error).toMatchObject({ code: 'invalid', requestId: 'req-7' })
  })

  it('no answer is "unreachable", and the next answer "reachable" again', async () => {
    let up = false
    const { api, events } = client(() => (up ? { body: {} } : new TypeError('network')))
    await expect(api.request('GET /api/models')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
    up = true
    await api.request('GET /api/models')
    expect(events).toEqual(['unreachable', 'reachable'])
  })

  it('says so too when the backend is missing already for the token', async () => {
    const token = async (): Promise<never> => {
      throw new ApiError(0, 'unreachable', 'The server could not be reached.')
    }
    const { api, events, sent } = client(() => ({ body: {} }), { token })
    await expect(api.request('GET /api/models')).rejects.toMatchObject({ code: 'unreachable' })
    expect(events).toEqual(['unreachable'])
    expect(sent).toEqual([])
  })
})

describe('retries', () => {
  const error = (status: number, retryAfter: number | null = null) =>
    new ApiError(status, 'failed', 'x', { retryAfter })

  it('[K-07] at most three, exponential, capped at 30 s', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error(503)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([0, 1, 2, 10].map((attempt) => retryDelay(attempt, error(503)))).toEqual([
      1000, 2000, 4000, 30_000,
    ])
    expect(retryDelay(0, error(429, 7))).toBe(7000)
    expect(retryDelay(0, error(429, 3600))).toBe(30_000)
  })

  it('[K-07] only where another try may go better', () => {
    expect([0, 429, 502, 503, 504].every((status) => shouldRetry(0, error(status)))).toBe(true)
    expect([400, 401, 403, 404, 409, 412, 422, 500].some((status) => shouldRetry(0, error(status)))).toBe(
      false,
    )
    expect(shouldRetry(0, new Error('a bug'))).toBe(false)
  })
})
