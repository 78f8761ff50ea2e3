import { createStore, type StoreApi } from 'zustand/vanilla'
import { clientTexts } from '#contracts/errors.ts'
import { lacksSecondStep, tookSecondStep } from './second-step.ts'
import type { AuthClient, AuthEvent, AuthFailure, AuthSession, SessionPorts } from './session-ports.ts'
import { sessionUser, type AuthState, type SessionState } from './session-state.ts'
import {
  isTenantAnswer,
  tenantLoading,
  tenantStateAfter,
  tenantStateAfterFailure,
  type SelectedTenant,
  type TenantAnswer,
} from './tenant-state.ts'

/** Milliseconds between two looks at the session (K-01). */
export const SESSION_CHECK_INTERVAL = 300_000
/** Milliseconds before each automatic retry of a failed check (K-01). */
export const AUTH_RETRY_DELAYS = [1000, 2000, 4000] as const
/** Base delay of "Retry Connection", doubling with each failure (K-02). */
export const TENANT_RETRY_BASE = 800
const CHECK_LIMIT = 10_000

export interface SessionMachine {
  store: StoreApi<SessionState>
  /** Looks for a session, then every five minutes; answers how to stop. */
  start(): () => void
  /** "Try Again": a fresh round of attempts. */
  tryAgain(): void
  /**
   * Leaves: signs out here and in the other tabs, and clears the device. `message` tells why, when it was not asked for;
   * when it was, the page waits to be loaded anew.
   */
  signOut(message?: string): Promise<void>
  /** Rejects when the workspace cannot be reached; the state stays. */
  selectTenant(id: string): Promise<void>
  /** Takes a workspace known from elsewhere: one just made, or joined. */
  adoptTenant(answer: TenantAnswer): void
  /** "Retry Connection": asks for the workspace again after a growing delay. */
  retryTenant(): Promise<void>
  /** The new password is chosen. */
  recovered(): void
  /** The backend answers: what was taken from the device, without asking, is looked at properly now. */
  backAgain(): void
  /** The workspace has another name, or the person another role in it: asked for while what is open stays open. */
  lookAgain(): Promise<void>
  /** An answer said that the second step of the sign-in is missing. */
  requireSecondStep(): void
  /** An answer said 409: the choice does not hold any more. */
  requireSelection(): void
}

/** The session of this tab: sign-in, workspace, and what is done when either changes (ledger S). */
export function createSessionMachine(ports: SessionPorts): SessionMachine {
  const store = createStore<SessionState>(() => ({ auth: { phase: 'starting' }, tenant: tenantLoading }))
  const auth = (): AuthState => store.getState().auth
  const setAuth = (next: AuthState): void => store.setState({ auth: next })
  let client: AuthClient | null = null
  let unsubscribe: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let takeBack: (() => void) | undefined
  let tenantFailures = 0
  let wasStored = false
  let leaving = false
  // The workspace that was opened without asking for it, as long as nobody could be asked.
  let away: SelectedTenant | null = null
  // Counts rounds and people, so that an answer that comes too late changes nothing.
  let round = 0

  // The session as it is stored, so that the first screen need not wait; the client looks at it properly afterwards.
  async function begin(): Promise<void> {
    const mine = ++round
    try {
      const { session, stored, away: last } = await within(ports.glance())
      if (mine !== round) return
      wasStored = stored
      if (!session) return await attempt(0)
      enter(session, false, last)
      takeBack = ports.later(() => void attempt(0))
    } catch {
      if (mine === round) fail(0, clientTexts.initializeFailed)
    }
  }

  async function attempt(number: number): Promise<void> {
    const mine = auth().phase === 'signed-in' ? round : ++round
    let opened = client !== null
    try {
      const open = await within(openClient())
      opened = true
      const { data, error } = await within(open.getSession())
      if (mine !== round) return
      if (error && !isRefused(error)) throw new Error(error.message)
      if (data.session) enter(data.session)
      // The client forgets what it could not refresh before anybody can ask it why.
      else await leave(error || wasStored ? clientTexts.sessionExpired : null)
    } catch {
      if (mine !== round) return
      fail(number, opened ? clientTexts.checkStatusFailed : clientTexts.initializeFailed)
    }
  }

  function fail(number: number, message: string): void {
    const delay = AUTH_RETRY_DELAYS[number]
    // Whoever is at work already is not interrupted: the next look in five minutes tries again.
    const working = auth().phase === 'signed-in'
    if (delay === undefined) return working ? undefined : setAuth({ phase: 'failed', message })
    if (!working) setAuth({ phase: 'retrying', attempt: number + 1 })
    retry = setTimeout(() => void attempt(number + 1), delay)
  }

  async function openClient(): Promise<AuthClient> {
    client ??= await ports.openAuth()
    unsubscribe ??= subscribeTo(client)
    return client
  }

  function subscribeTo(open: AuthClient): () => void {
    const { subscription } = open.onAuthStateChange((event, session) => heard(event, session)).data
    return () => subscription.unsubscribe()
  }

  // S-09. The client forbids calling it from inside this listener, so nothing here waits for it.
  function heard(event: AuthEvent, session: AuthSession | null): void {
    // A client that is only made to end the session finds that session first.
    if (leaving) return
    if (event === 'SIGNED_OUT') {
      if (auth().phase === 'signed-in') void leave(clientTexts.sessionExpired)
      return
    }
    if (!session) return // an initial "nobody" is what the check finds too
    enter(session, event === 'PASSWORD_RECOVERY')
  }

  function enter(session: AuthSession, recovery = false, last: SelectedTenant | null = null): void {
    clearTimeout(retry)
    const before = auth()
    const user = sessionUser(session.user)
    const same = before.phase === 'signed-in' && before.user.id === user.id
    // What the workspace asked for is known until the step is taken.
    const asked = same && before.secondStep && !tookSecondStep(session)
    setAuth({
      phase: 'signed-in',
      user,
      recovery: recovery || (same && before.recovery),
      secondStep: asked || lacksSecondStep(session),
    })
    if (same) return
    round += 1
    away = last
    if (last) return store.setState({ tenant: { status: 'selected', tenant: last } })
    store.setState({ tenant: tenantLoading })
    void readTenant()
    ports.syncProfile(session.user).catch(() => undefined) // C-11: its failure is ignored
  }

  // `last`, what the device kept, stays on the screen until there is an answer.
  async function readTenant(last: SelectedTenant | null = null): Promise<void> {
    const mine = round
    try {
      const answer: unknown = await within(ports.tenantStatus(ports.subdomain()))
      if (!isTenantAnswer(answer)) throw new Error('This is no answer to what was asked.')
      if (mine === round) adopt(answer)
      tenantFailures = 0
    } catch {
      if (mine === round && last) away = last
      else if (mine === round) store.setState({ tenant: tenantStateAfterFailure() })
      tenantFailures += 1
    }
  }

  // Whose domain this is comes with the client: before that any host of three parts looks like a workspace.
  async function readAgain(last: SelectedTenant): Promise<void> {
    const mine = round
    try {
      await within(openClient())
    } catch {
      if (mine === round) away = last
      return
    }
    if (mine === round) await readTenant(last)
  }

  function adopt(answer: TenantAnswer): void {
    const tenant = tenantStateAfter(answer, ports.subdomain())
    if (tenant.status === 'selected') ports.storeSelection(tenant.tenant)
    if (tenant.status === 'required') ports.storeSelection(null)
    store.setState({ tenant })
  }

  // S-07. A refusal ends the session; a network that is away for a moment does not.
  async function check(): Promise<void> {
    if (auth().phase !== 'signed-in') return
    const mine = round
    const open = await openClient()
    const { data, error } = await open.getSession()
    const { session } = data
    if (mine !== round || (error && !isRefused(error))) return
    if (error || !session) return leave(clientTexts.sessionExpired)
    if ((session.expires_at ?? Number.POSITIVE_INFINITY) * 1000 > ports.now()) return
    const refreshed = await open.refreshSession()
    if (mine === round && refreshed.error && isRefused(refreshed.error))
      await leave(clientTexts.sessionExpired)
  }

  async function leave(message: string | null): Promise<void> {
    const wasIn = auth().phase === 'signed-in'
    close({ phase: 'signed-out', message })
    if (wasIn || message !== null) await forget()
  }

  function close(end: AuthState): void {
    round += 1
    wasStored = false
    away = null
    clearTimeout(retry)
    takeBack?.()
    store.setState({ auth: end, tenant: tenantLoading })
  }

  async function forget(): Promise<void> {
    ports.storeSelection(null)
    await ports.forget()
  }

  return {
    store,
    start() {
      const interval = setInterval(() => void check().catch(() => undefined), SESSION_CHECK_INTERVAL) // asked again in five minutes
      const stopListening = ports.tabs.onSignOut(() => {
        close({ phase: 'signed-out', message: null })
        ports.forgetTab()
      })
      void begin()
      return () => {
        takeBack?.()
        round += 1
        clearInterval(interval)
        clearTimeout(retry)
        stopListening()
        unsubscribe?.()
        unsubscribe = null
      }
    },
    tryAgain() {
      setAuth({ phase: 'starting' })
      void attempt(0)
    },
    async signOut(message) {
      leaving = true
      ports.tabs.announceSignOut()
      close(message === undefined ? { phase: 'leaving' } : { phase: 'signed-out', message })
      // Before the device is cleared, because the client reads there which session to end; cleared also when the service
      // cannot be told.
      await within(openClient().then((open) => open.signOut({ scope: 'local' }))).catch(() => undefined)
      await forget()
      leaving = false
    },
    async selectTenant(id) {
      adopt(await ports.selectTenant(id))
    },
    adoptTenant: adopt,
    async retryTenant() {
      await new Promise((resolve) =>
        setTimeout(resolve, TENANT_RETRY_BASE * 2 ** Math.max(0, tenantFailures - 1)),
      )
      await readTenant()
    },
    recovered() {
      const now = auth()
      if (now.phase === 'signed-in') setAuth({ ...now, recovery: false })
    },
    backAgain() {
      if (away === null) return
      const last = away
      away = null
      void attempt(0)
      void readAgain(last)
    },
    async lookAgain() {
      const { tenant } = store.getState()
      if (tenant.status === 'selected') await readTenant(tenant.tenant)
    },
    requireSecondStep() {
      const now = auth()
      if (now.phase === 'signed-in' && !now.secondStep) setAuth({ ...now, secondStep: true })
    },
    requireSelection() {
      if (auth().phase === 'signed-in') adopt({ status: 'needs_selection' })
    },
  }
}

/** Whether the service said no, as opposed to not answering: 4xx other than "slow down". */
export const isRefused = ({ name, status }: AuthFailure): boolean =>
  name !== 'AuthRetryableFetchError' &&
  name !== 'AuthRefreshDiscardedError' &&
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  status !== 429

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('No answer in time.')), CHECK_LIMIT)
    work.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}
