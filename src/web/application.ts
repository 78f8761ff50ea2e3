import type { QueryClient } from '@tanstack/react-query'
import type { Meta } from '#contracts/api/meta.ts'
import { componentViews } from '#components/views.ts'
import { clientTexts } from '#contracts/errors.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { createAsking, type Asking } from '#engine/data/batch-queries.ts'
import { apiBase, readMeta, startApiBase } from '#engine/data/api-base.ts'
import { createHostedApi, openHostedService } from '#engine/data/hosted-service.ts'
import { memoryCopyStore } from '#engine/data/copy-store.ts'
import { clearCopies, setCopyStore } from '#engine/data/last-good-copy.ts'
import { currentPreview } from '#engine/data/preview.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { hasStoredSession, readStoredSession, storedSession } from '#engine/data/stored-session.ts'
import { afterFirstScreen } from './session/after-first-screen.ts'
import { forgetWorkspace } from './session/forget-workspace.ts'
import { watchBackend, type BackendHealth } from './session/backend-health.ts'
import { healthAnswers } from './session/health-answers.ts'
import { createSessionMachine, type SessionMachine } from './session/session-machine.ts'
import type { AuthClient } from './session/session-ports.ts'
import { siblingTabs } from './session/sibling-tabs.ts'
import {
  forgetStorage,
  readSelectedTenantId,
  readSelection,
  storeSelection,
} from './session/stored-selection.ts'
import { profileOf } from './session/profile-of.ts'
import { subdomainOf } from './session/subdomain.ts'

/** Milliseconds until a backend that says nothing counts as away; the session has a little longer. */
const META_LIMIT = 8_000

/** What lives as long as the page: the way to the API, its cache, the session. */
export interface Application {
  api: ApiClient
  asking: Asking
  queryClient: QueryClient
  session: SessionMachine
  backend: BackendHealth
}

/** Puts the parts together and starts the session. Once, before the first drawing. */
export function startApplication(): Application {
  const queryClient = createQueryClient()
  // What somebody else would see is not kept on this device, and what is kept is not shown as theirs.
  if (currentPreview(readSelectedTenantId())) setCopyStore(memoryCopyStore())
  let names: Pick<Meta, 'appDomain' | 'home'> = { appDomain: null, home: null }
  const learnDomain = async (): Promise<void> => {
    await startApiBase()
    names = await readMeta(apiBase())
  }
  const api: ApiClient = createHostedApi(
    () => selectedTenantId(session),
    () => currentPreview(selectedTenantId(session))?.token ?? null,
  )
  const asking = createAsking(api)
  // Fetched while the backend is asked what it is.
  const ahead = readSelectedTenantId() === null ? null : import('./ahead/ask-ahead.ts')
  const askAheadFor = async (userId: string): Promise<void> => {
    const [tenantId, asks] = [readSelectedTenantId(), await ahead]
    if (tenantId === null || currentPreview(tenantId)) return
    const ways = { api, ask: asking.ask, views: componentViews }
    await asks?.askAhead(ways, queryClient, { tenantId, userId }, location)
  }
  const session: SessionMachine = createSessionMachine({
    async glance() {
      const asked = async () => {
        const session = await storedSession()
        await learnDomain()
        // After the question where one is, which everything waits for: a browser opens few connections at once.
        if (session) setTimeout(() => void askAheadFor(session.user.id).catch(() => undefined))
        // What comes in the address is the client's to read.
        return { session: carriesSession(location) ? null : session, stored: hasStoredSession() }
      }
      try {
        return await Promise.race([asked(), noAnswerIn(META_LIMIT)])
      } catch (error) {
        const session =
          error instanceof ApiError && error.unavailable ? readStoredSession(apiBase(), 0) : null
        const away = readSelection()
        if (!session || !away) throw error
        return { session, stored: true, away }
      }
    },
    later: afterFirstScreen,
    async openAuth() {
      await learnDomain()
      return (await openHostedService()).auth satisfies AuthClient
    },
    tenantStatus: (subdomain) =>
      api.call('GET /api/auth/tenant-status', { search: subdomain === null ? {} : { subdomain } }),
    selectTenant: (id) => api.call('POST /api/auth/select-tenant', { body: { tenant_id: id } }),
    async syncProfile(user) {
      await api.call('POST /api/auth/sync-profile', { body: profileOf(user) })
    },
    subdomain: () => subdomainOf(location.host, names.appDomain, names.home),
    storeSelection(tenant) {
      if ((tenant?.id ?? null) !== readSelectedTenantId()) forgetWorkspace(queryClient)
      storeSelection(tenant)
    },
    async forget() {
      queryClient.clear()
      forgetStorage([localStorage, sessionStorage])
      await clearCopies()
    },
    forgetTab() {
      queryClient.clear()
      forgetStorage([sessionStorage])
    },
    tabs: siblingTabs(),
    now: () => Date.now(),
  })
  api.subscribe((event) => {
    if (event.type === 'reachable') session.backAgain()
    if (event.type === 'tenant-selection-required') session.requireSelection()
    if (event.type === 'second-step-required') session.requireSecondStep()
    // After one refresh the answer was still "unauthorized".
    if (event.type === 'unauthorized' && session.store.getState().auth.phase === 'signed-in') {
      void session.signOut(clientTexts.authenticationFailed)
    }
  })
  const backend = watchBackend(api, {
    answers: healthAnswers,
    onReturn(wasAway) {
      session.backAgain()
      void queryClient.invalidateQueries({ predicate: ({ state }) => wasAway || state.status === 'error' })
    },
  })
  session.start()
  return { api, asking, queryClient, session, backend }
}

const noAnswerIn = (milliseconds: number): Promise<never> =>
  new Promise((_resolve, reject) =>
    setTimeout(
      () => reject(new ApiError(0, 'unreachable', 'The server could not be reached.')),
      milliseconds,
    ),
  )

const carriesSession = ({ search, hash }: Location): boolean =>
  /[?&]code=/.test(search) || /[#&]access_token=/.test(hash)

// A tab keeps the workspace it shows, also when another tab chooses another one.
function selectedTenantId(session: SessionMachine): string | null {
  const { tenant } = session.store.getState()
  return tenant.status === 'selected' ? tenant.tenant.id : readSelectedTenantId()
}
