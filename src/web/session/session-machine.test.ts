import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '#base/assert.ts'
import { createSessionMachine } from './session-machine.ts'
import type { AuthEvent, AuthSession, SessionPorts } from './session-ports.ts'
import { subdomainOf } from './subdomain.ts'
import type { TenantAnswer } from './tenant-state.ts'

const ada: AuthSession = {
  user: { id: 'u1', email: 'ada@nord.test', user_metadata: { display_name: 'Ada' } },
}
const selected: TenantAnswer = { status: 'selected', tenant_id: 't1', name: 'Nord', role: 'admin' }
const refused = {
  name: 'AuthApiError',
  status: 400,
  message: 'Invalid Refresh Token',
  code: 'refresh_token_not_found',
}
const unreachable = { name: 'AuthRetryableFetchError', status: 503, message: 'Failed to fetch' }

let tell: (event: AuthEvent, session: AuthSession | null) => void
let siblingSignsOut: () => void

function world(changes: { session?: AuthSession | null; subdomain?: string | null } = {}) {
  const session = changes.session === undefined ? ada : changes.session
  const auth = {
    getSession: vi.fn<SessionPortsAuth['getSession']>(async () => ({ data: { session }, error: null })),
    refreshSession: vi.fn<SessionPortsAuth['refreshSession']>(async () => ({
      data: { session },
      error: null,
    })),
    signOut: vi.fn<SessionPortsAuth['signOut']>(async () => ({ error: null })),
    onAuthStateChange: vi.fn<SessionPortsAuth['onAuthStateChange']>((listener) => {
      tell = listener
      return { data: { subscription: { unsubscribe: () => undefined } } }
    }),
  }
  const ports = {
    glance: vi.fn<SessionPorts['glance']>(async () => ({ session: null, stored: false })),
    later: vi.fn<SessionPorts['later']>((work) => {
      const timer = setTimeout(work, 3000)
      return () => clearTimeout(timer)
    }),
    openAuth: vi.fn<SessionPorts['openAuth']>(async () => auth),
    tenantStatus: vi.fn<SessionPorts['tenantStatus']>(async () => selected),
    selectTenant: vi.fn<SessionPorts['selectTenant']>(async (id) => ({ ...selected, tenant_id: id })),
    syncProfile: vi.fn<SessionPorts['syncProfile']>(async () => undefined),
    subdomain: (): string | null => changes.subdomain ?? null,
    storeSelection: vi.fn<SessionPorts['storeSelection']>(),
    forget: vi.fn<SessionPorts['forget']>(async () => undefined),
    forgetTab: vi.fn<SessionPorts['forgetTab']>(),
    tabs: {
      announceSignOut: vi.fn<() => void>(),
      onSignOut: (listener: () => void) => ((siblingSignsOut = listener), () => undefined),
    },
    now: () => Date.now(),
  } satisfies SessionPorts
  const machine = createSessionMachine(ports)
  return { auth, ports, machine, state: () => machine.store.getState() }
}
type SessionPortsAuth = Awaited<ReturnType<SessionPorts['openAuth']>>

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[S-01] [S-04] [K-02] starts loading, then asks once for the workspace, stores it, and syncs the profile once', async () => {
  const { machine, ports, state } = world()
  expect(state()).toEqual({ auth: { phase: 'starting' }, tenant: { status: 'loading' } })
  machine.start()
  await settle()
  tell('INITIAL_SESSION', ada)
  tell('SIGNED_IN', ada)
  tell('TOKEN_REFRESHED', ada)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state().tenant).toEqual({ status: 'selected', tenant: { id: 't1', name: 'Nord', role: 'admin' } })
  expect(state().auth).toMatchObject({ phase: 'signed-in', user: { email: 'ada@nord.test', name: 'Ada' } })
  expect(ports.storeSelection).toHaveBeenCalledWith({ id: 't1', name: 'Nord', role: 'admin' })
  expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
  expect(ports.syncProfile).toHaveBeenCalledTimes(1)
})

it('[C-11] a failed profile sync changes nothing', async () => {
  const { machine, ports, state } = world()
  ports.syncProfile.mockRejectedValue(new Error('500'))
  machine.start()
  await settle()
  expect(state().tenant.status).toBe('selected')
  expect(ports.syncProfile).toHaveBeenCalledTimes(1)
})

it('[S-02] on a foreign subdomain: error', async () => {
  const { machine, ports, state } = world({ subdomain: 'acme' })
  ports.tenantStatus.mockResolvedValue({ status: 'needs_selection' })
  machine.start()
  await settle()
  expect(state().tenant).toEqual({ status: 'error', subdomain: 'acme' })
  expect(ports.tenantStatus).toHaveBeenCalledWith('acme')
})

it('[S-03] elsewhere: a choice is asked for, and choosing selects', async () => {
  const { machine, ports, state } = world()
  ports.tenantStatus.mockResolvedValue({ status: 'needs_selection' })
  machine.start()
  await settle()
  expect(state().tenant).toEqual({ status: 'required', message: null })
  await machine.selectTenant('t2')
  expect(state().tenant).toMatchObject({ status: 'selected', tenant: { id: 't2' } })
})

it('[S-05] [K-02] a failed status call asks for a choice and says why; Retry waits 800 ms, then 1600 ms', async () => {
  const { machine, ports, state } = world()
  ports.tenantStatus.mockRejectedValue(new Error('503'))
  machine.start()
  await vi.advanceTimersByTimeAsync(60_000)
  const failed = {
    status: 'required',
    message: 'Backend server unavailable. Please try selecting your workspace.',
  }
  expect(state().tenant).toEqual(failed)
  expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
  for (const delay of [800, 1600]) {
    const before = ports.tenantStatus.mock.calls.length
    void machine.retryTenant()
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(ports.tenantStatus).toHaveBeenCalledTimes(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(ports.tenantStatus).toHaveBeenCalledTimes(before + 1)
  }
  expect(state().tenant).toEqual(failed)
  ports.tenantStatus.mockResolvedValue(selected)
  void machine.retryTenant()
  await vi.advanceTimersByTimeAsync(3200)
  expect(state().tenant.status).toBe('selected')
})

it('[S-05] a backend that does not answer in 10 s, or answers something else, counts as away', async () => {
  for (const answer of [new Promise<never>(() => undefined), Promise.resolve('<!doctype html>' as never)]) {
    const { machine, ports, state } = world()
    ports.tenantStatus.mockReturnValueOnce(answer)
    machine.start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(state().tenant).toEqual({
      status: 'required',
      message: 'Backend server unavailable. Please try selecting your workspace.',
    })
    expect(ports.storeSelection).not.toHaveBeenCalled()
    expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
  }
})

it('[S-06] signing out goes back to loading, clears the workspace and the device, ends the session, tells the other tabs', async () => {
  const { machine, ports, auth, state } = world()
  machine.start()
  await settle()
  const order: string[] = []
  auth.signOut.mockImplementation(async () => (order.push('ended'), { error: null }))
  ports.forget.mockImplementation(async () => void order.push('forgotten'))
  await machine.signOut()
  expect(order).toEqual(['ended', 'forgotten'])
  // Not `signed-out`: a sign-in page that is about to be loaded anew would lose what is typed into it.
  expect(state()).toEqual({ auth: { phase: 'leaving' }, tenant: { status: 'loading' } })
  expect(ports.storeSelection).toHaveBeenLastCalledWith(null)
  expect(ports.tabs.announceSignOut).toHaveBeenCalledTimes(1)
})

it('[S-06] clears the device also when the service cannot be told', async () => {
  const { machine, ports, auth } = world()
  machine.start()
  await settle()
  auth.signOut.mockRejectedValue(new TypeError('Failed to fetch'))
  await machine.signOut()
  expect(ports.forget).toHaveBeenCalled()
})

it('[S-06] ends the session also when the client is made only for that, and does not come back in by it', async () => {
  const { machine, ports, auth, state } = world()
  ports.glance.mockResolvedValue({ session: ada, stored: true })
  machine.start()
  await settle()
  auth.signOut.mockImplementation(async () => {
    tell('INITIAL_SESSION', ada)
    tell('SIGNED_OUT', null)
    return { error: null }
  })
  await machine.signOut()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(auth.signOut).toHaveBeenCalledTimes(1)
  expect(state()).toEqual({ auth: { phase: 'leaving' }, tenant: { status: 'loading' } })
})

it('[S-06] follows a sign-out of another tab, without a complaint', async () => {
  const { machine, ports, state } = world()
  machine.start()
  await settle()
  siblingSignsOut()
  expect(state().auth).toEqual({ phase: 'signed-out', message: null })
  expect(ports.forgetTab).toHaveBeenCalledTimes(1)
  // The tab that signs out reads there which session to end.
  expect(ports.forget).not.toHaveBeenCalled()
  tell('SIGNED_OUT', null)
  await settle()
  expect(state().auth).toEqual({ phase: 'signed-out', message: null })
})

it('[S-07] [K-01] looks at the session on start and every five minutes, and refreshes an expired one', async () => {
  const { machine, auth, state } = world()
  machine.start()
  await settle()
  expect(auth.getSession).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(299_999)
  expect(auth.getSession).toHaveBeenCalledTimes(1)
  expect(auth.refreshSession).not.toHaveBeenCalled()
  auth.getSession.mockResolvedValue({
    data: { session: { ...ada, expires_at: Date.now() / 1000 - 1 } },
    error: null,
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(auth.getSession).toHaveBeenCalledTimes(2)
  expect(auth.refreshSession).toHaveBeenCalledTimes(1)
  expect(state().auth.phase).toBe('signed-in')
})

it.each([
  ['the refresh is refused', { data: { session: { ...ada, expires_at: 1 } }, error: null }, refused],
  ['reading the session refreshes and is refused', { data: { session: null }, error: refused }, null],
  ['the session is gone', { data: { session: null }, error: null }, null],
])('[S-08] says that the session expired and signs out when %s', async (_case, read, refreshError) => {
  const { machine, auth, ports, state } = world()
  machine.start()
  await settle()
  auth.getSession.mockResolvedValue(read)
  auth.refreshSession.mockResolvedValue({ data: { session: null }, error: refreshError })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(state().auth).toEqual({ phase: 'signed-out', message: 'Session expired. Please sign in again.' })
  expect(ports.forget).toHaveBeenCalled()
})

it('[S-08] says so too when the client drops the session by itself', async () => {
  const { machine, state } = world()
  machine.start()
  await settle()
  tell('SIGNED_OUT', null)
  await settle()
  expect(state().auth).toEqual({ phase: 'signed-out', message: 'Session expired. Please sign in again.' })
})

it('[S-07] a service that is away for a moment does not sign anybody out', async () => {
  const { machine, auth, state } = world()
  machine.start()
  await settle()
  auth.getSession.mockResolvedValue({ data: { session: null }, error: unreachable })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(state().auth.phase).toBe('signed-in')
})

it('[S-09] handles every event: in, out, refreshed, user updated, recovery, initial, second factor', async () => {
  const { machine, ports, state } = world({ session: null })
  machine.start()
  await settle()
  tell('INITIAL_SESSION', null)
  expect(state().auth).toEqual({ phase: 'signed-out', message: null })
  tell('SIGNED_IN', ada)
  expect(state().auth).toMatchObject({ phase: 'signed-in', recovery: false })
  tell('USER_UPDATED', { user: { ...ada.user, user_metadata: { display_name: 'Ada L.' } } })
  expect(state().auth).toMatchObject({ user: { name: 'Ada L.' } })
  tell('TOKEN_REFRESHED', ada)
  tell('MFA_CHALLENGE_VERIFIED', ada)
  tell('PASSWORD_RECOVERY', ada)
  expect(state().auth).toMatchObject({ phase: 'signed-in', recovery: true })
  await settle()
  expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
  tell('SIGNED_OUT', null)
  expect(state().auth.phase).toBe('signed-out')
})

it('[S-06] nothing is said later on about a session that was left on purpose', async () => {
  const { machine, ports, auth, state } = world({ session: null })
  ports.glance.mockResolvedValue({ session: ada, stored: true })
  machine.start()
  await settle()
  siblingSignsOut()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(auth.getSession).not.toHaveBeenCalled()
  expect(state().auth).toEqual({ phase: 'signed-out', message: null })
})

it('[S-09] another person in the same browser starts anew', async () => {
  const { machine, ports, state } = world()
  machine.start()
  await settle()
  tell('SIGNED_IN', { user: { id: 'u2', email: 'ben@nord.test' } })
  expect(state().tenant.status).toBe('loading')
  await settle()
  expect(ports.tenantStatus).toHaveBeenCalledTimes(2)
})

it('[S-10] nobody signed in', async () => {
  const { machine, ports, state } = world({ session: null })
  machine.start()
  await settle()
  expect(state().auth).toEqual({ phase: 'signed-out', message: null })
  expect(ports.tenantStatus).not.toHaveBeenCalled()
})

it.each([
  ['reading throws', 'Failed to check authentication status'],
  ['making the client throws', 'Failed to initialize authentication'],
])(
  '[S-11] [K-01] [X-05] retries after 1 s, 2 s, 4 s when %s, then fails; Try Again starts over',
  async (kind, message) => {
    const { machine, ports, auth, state } = world()
    const failing = kind === 'reading throws' ? auth.getSession : ports.openAuth
    failing.mockRejectedValue(new Error('no'))
    machine.start()
    await settle()
    for (const [at, delay] of [1000, 2000, 4000].entries()) {
      expect(state().auth).toEqual({ phase: 'retrying', attempt: at + 1 })
      expect(failing).toHaveBeenCalledTimes(at + 1)
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(failing).toHaveBeenCalledTimes(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(failing).toHaveBeenCalledTimes(4)
    expect(state().auth).toEqual({ phase: 'failed', message })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(failing).toHaveBeenCalledTimes(4)
    machine.tryAgain()
    await settle()
    expect(failing).toHaveBeenCalledTimes(5)
    expect(state().auth).toEqual({ phase: 'retrying', attempt: 1 })
  },
)

it('[S-11] a check that never answers counts as failed', async () => {
  const { machine, auth, state } = world()
  auth.getSession.mockReturnValue(new Promise(() => undefined))
  machine.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().auth).toEqual({ phase: 'retrying', attempt: 1 })
})

it('[S-07] [K-02] a stored session that holds opens the workspace at once; the client looks at it after the first screen', async () => {
  const { machine, ports, auth, state } = world()
  ports.glance.mockResolvedValue({ session: ada, stored: true })
  machine.start()
  await settle()
  expect(state()).toMatchObject({ auth: { phase: 'signed-in' }, tenant: { status: 'selected' } })
  expect(ports.openAuth).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(auth.getSession).toHaveBeenCalledTimes(1)
  expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
})

it('[S-08] a stored session that the service does not know ends when the client has looked', async () => {
  const { machine, ports, auth, state } = world()
  ports.glance.mockResolvedValue({ session: ada, stored: true })
  auth.getSession.mockResolvedValue({ data: { session: null }, error: refused })
  machine.start()
  await vi.advanceTimersByTimeAsync(3000)
  expect(state().auth).toEqual({ phase: 'signed-out', message: 'Session expired. Please sign in again.' })
})

it('[S-08] says so when the client could not refresh what was stored, and dropped it while it was made', async () => {
  const { machine, ports, state } = world({ session: null })
  ports.glance.mockResolvedValue({ session: null, stored: true })
  machine.start()
  await settle()
  expect(state().auth).toEqual({ phase: 'signed-out', message: 'Session expired. Please sign in again.' })
})

it('nobody at work is interrupted when the client cannot be made later on', async () => {
  const { machine, ports, state } = world()
  ports.glance.mockResolvedValue({ session: ada, stored: true })
  ports.openAuth.mockRejectedValue(new Error('no'))
  machine.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state().auth.phase).toBe('signed-in')
  expect(ports.openAuth).toHaveBeenCalledTimes(4)
})

it('[S-11] [X-05] a backend that cannot be asked which one it is: retried, then "Failed to initialize authentication"', async () => {
  const { machine, ports, state } = world()
  ports.glance.mockRejectedValue(new Error('503'))
  ports.openAuth.mockRejectedValue(new Error('503'))
  machine.start()
  await vi.advanceTimersByTimeAsync(7000)
  expect(state().auth).toEqual({ phase: 'failed', message: 'Failed to initialize authentication' })
  expect(ports.openAuth).toHaveBeenCalledTimes(3)
})

it('[C-12] an answer of 409 asks for a choice again', async () => {
  const { machine, ports, state } = world()
  machine.start()
  await settle()
  machine.requireSelection()
  expect(state().tenant).toEqual({ status: 'required', message: null })
  expect(ports.storeSelection).toHaveBeenLastCalledWith(null)
})

it('[FP-17] a role that changed meanwhile is taken over without closing what is open', async () => {
  const { machine, ports, state } = world()
  machine.start()
  await settle()
  const seen: string[] = []
  const stop = machine.store.subscribe(({ tenant }) => seen.push(tenant.status))
  ports.tenantStatus.mockResolvedValueOnce({ ...selected, role: 'member' })
  await machine.lookAgain()
  expect(state().tenant).toMatchObject({ tenant: { id: 't1', role: 'member' } })
  ports.tenantStatus.mockRejectedValueOnce(new Error('503'))
  await machine.lookAgain()
  expect(state().tenant).toMatchObject({ tenant: { id: 't1', role: 'member' } })
  expect(new Set(seen)).toEqual(new Set(['selected']))
  stop()
})

describe('without a backend, where somebody was at work (RA-08)', () => {
  const last = { id: 't1', name: 'Nord', role: 'admin' }

  it('opens the workspace of before without asking, and asks properly once an answer comes', async () => {
    const { machine, ports, auth, state } = world()
    ports.glance.mockResolvedValue({ session: ada, stored: true, away: last })
    ports.openAuth.mockRejectedValueOnce(new Error('no'))
    machine.start()
    await settle()
    expect(state()).toMatchObject({
      auth: { phase: 'signed-in' },
      tenant: { status: 'selected', tenant: last },
    })
    expect(ports.tenantStatus).not.toHaveBeenCalled()
    expect(ports.syncProfile).not.toHaveBeenCalled()
    ports.tenantStatus.mockRejectedValueOnce(new Error('503'))
    machine.backAgain()
    await settle()
    expect(state().tenant).toEqual({ status: 'selected', tenant: last })
    ports.tenantStatus.mockResolvedValueOnce({ ...selected, role: 'member' })
    machine.backAgain()
    await settle()
    expect(state().tenant).toMatchObject({ tenant: { id: 't1', role: 'member' } })
    expect(auth.getSession).toHaveBeenCalled()
    machine.backAgain()
    await settle()
    expect(ports.tenantStatus).toHaveBeenCalledTimes(2)
  })

  it('asks for no workspace by the host before it knows whose domain that is', async () => {
    const { machine, ports, state } = world()
    let domain: string | null = null
    ports.subdomain = () => subdomainOf('bau.firma.de', domain)
    ports.glance.mockResolvedValue({ session: ada, stored: true, away: last })
    ports.tenantStatus.mockImplementation(async (name) =>
      name === null ? selected : { status: 'needs_selection' },
    )
    const open = ports.openAuth.getMockImplementation()
    ports.openAuth.mockImplementation(async () => {
      await Promise.resolve()
      domain = 'bau.firma.de'
      return must(open)()
    })
    machine.start()
    await settle()
    machine.backAgain()
    await settle()
    expect(ports.tenantStatus.mock.calls).toEqual([[null]])
    expect(state().tenant.status).toBe('selected')
  })

  it('stays as it is while the client cannot be made, and asks at the next answer', async () => {
    const { machine, ports, state } = world()
    ports.glance.mockResolvedValue({ session: ada, stored: true, away: last })
    ports.openAuth.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
    machine.start()
    await settle()
    machine.backAgain()
    await settle()
    expect(ports.tenantStatus).not.toHaveBeenCalled()
    expect(state().tenant).toEqual({ status: 'selected', tenant: last })
    machine.backAgain()
    await settle()
    expect(ports.tenantStatus).toHaveBeenCalledTimes(1)
  })

  it('ends when the service then refuses the session, and is nobody else’s', async () => {
    const { machine, ports, auth, state } = world()
    ports.glance.mockResolvedValue({ session: ada, stored: true, away: last })
    auth.getSession.mockResolvedValue({ data: { session: null }, error: refused })
    machine.start()
    await settle()
    machine.backAgain()
    await settle()
    expect(state()).toMatchObject({ auth: { phase: 'signed-out' }, tenant: { status: 'loading' } })
    expect(ports.forget).toHaveBeenCalled()
    ports.tenantStatus.mockResolvedValue({ ...selected, tenant_id: 't2' })
    tell('SIGNED_IN', { user: { id: 'u2' } })
    await settle()
    expect(state().tenant).toMatchObject({ tenant: { id: 't2' } })
  })
})
