import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'
import { createApiClient, type ApiClient } from './api-client.ts'
import { apiBase, readMeta, startApiBase } from './api-base.ts'
import { sessionKey } from './session-key.ts'
import { storedSession } from './stored-session.ts'

/** K-05: milliseconds. */
export const realtimeTimes = {
  heartbeat: 25_000,
  timeout: 10_000,
  reconnect: [1000, 2000, 5000, 10_000],
} as const

interface Opened {
  client: SupabaseClient
  /** The API origin this session belongs to. */
  origin: string
}

let opened: Promise<Opened> | null = null
let refreshing: Promise<boolean> | null = null

/**
 * The one client of the hosted service (sign-in, files, realtime), made at the first call from what `/api/_meta` says.
 * Rejects when the backend cannot be asked; the next call tries again.
 */
export const openHostedService = async (): Promise<SupabaseClient> => (await open()).client

/** How the client keeps its session and reconnects. Tokens renew themselves when under 90 s remain (K-04). */
export const hostedOptions = (origin: string): SupabaseClientOptions<'public'> => ({
  auth: {
    storageKey: sessionKey(origin),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
  },
  realtime: {
    heartbeatIntervalMs: realtimeTimes.heartbeat,
    timeout: realtimeTimes.timeout,
    reconnectAfterMs: (tries: number) =>
      realtimeTimes.reconnect[Math.min(tries, realtimeTimes.reconnect.length) - 1] ?? 1000,
  },
})

/**
 * The API as the person signed in at the hosted service; `tenantId` says which workspace this page works in, `preview`
 * gives the token when it is looked at as somebody else.
 */
export const createHostedApi = (
  tenantId: () => string | null,
  preview: () => string | null = () => null,
): ApiClient =>
  createApiClient({
    base: apiBase,
    tenantId,
    preview,
    // Seldom needed, so it comes when it is.
    provePresence: async () => (await import('../account/presence-requests.ts')).requestPresence(),
    async token(base) {
      // While the stored token holds, a call need not wait for the library that renews it.
      const stored = await storedSession()
      if (stored && apiBase() === base) return stored.access_token
      const { client, origin } = await open()
      if (origin !== base) return null
      const { data } = await client.auth.getSession()
      return data.session?.access_token ?? null
    },
    async refresh(base) {
      const { client, origin } = await open()
      if (origin !== base) return false
      // Many calls may be refused at once; the refresh token is good for one renewal.
      refreshing ??= client.auth.refreshSession().then(
        ({ data, error }) => !error && data.session !== null,
        () => false,
      )
      const renewed = refreshing
      void renewed.finally(() => {
        if (refreshing === renewed) refreshing = null
      })
      return renewed
    },
  })

function open(): Promise<Opened> {
  opened ??= make().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function make(): Promise<Opened> {
  // The library comes while the backend is asked.
  const [{ createClient }] = await Promise.all([import('@supabase/supabase-js'), startApiBase()])
  const origin = apiBase()
  const { supabase } = await readMeta(origin)
  return { client: createClient(supabase.url, supabase.anonKey, hostedOptions(origin)), origin }
}
