import { serve } from '@hono/node-server'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ws from 'ws'
import {
  type Platform,
  type PlatformMail,
  type PlatformOptions,
  type RateLimits,
  startPlatform,
} from '#platform/start-platform.ts'
import { createMigratedDatabase } from './start-test-database.ts'

export interface TestPlatform {
  platform: Platform
  /** Where it is served over real HTTP. */
  url: string
  databaseUrl: string
  /** What would have been sent, oldest first. */
  mails: PlatformMail[]
  /** The newest mail to an address. Fails when there is none. */
  mailTo(address: string): { mail: PlatformMail; code: string; link: string }
  /** A client of its own, signed in as nobody; `flowType: 'pkce'` for the code exchange. */
  client(options?: { flowType?: 'implicit' | 'pkce' }): SupabaseClient
  stop(): Promise<void>
}

/** Limits so wide that a test meets none unless it asks for it. */
const wideLimits: RateLimits = {
  mailRequests: 100_000,
  verify: 100_000,
  token: 100_000,
  password: 100_000,
  wrongPasswords: 100_000,
  accountTries: 100_000,
  passwordTries: 100_000,
  codeTries: 5,
  contactCodes: 100_000,
  factors: 100_000,
  factorTries: 100_000,
  mailsPerHour: 100_000,
  textsPerHour: 100_000,
  textsPerNumber: 100_000,
  textsPerAddress: 100_000,
  mailGapSeconds: 0,
  evenAnswerMs: 0,
}

/** Starts the platform on a fresh database and serves it on a free port. */
export async function startTestPlatform(options: Partial<PlatformOptions> = {}): Promise<TestPlatform> {
  const database = options.databaseUrl ? null : await createMigratedDatabase()
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  const mails: PlatformMail[] = []
  let url = ''
  const platform = await startPlatform({
    databaseUrl,
    publicUrl: () => url,
    allowedRedirects: () => ['https://app.example.com'],
    sendMail: async (mail) => void mails.push(mail),
    log: () => undefined,
    production: false,
    ...options,
    rateLimits: { ...wideLimits, ...options.rateLimits },
  })
  const server = serve({ fetch: platform.app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    platform,
    url,
    databaseUrl,
    mails,
    mailTo(address) {
      const mail = mails.findLast((sent) => sent.to === address)
      if (!mail) throw new Error(`no mail to ${address}`)
      return {
        mail,
        code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '',
        link: /https?:\S+/.exec(mail.text)?.[0] ?? '',
      }
    },
    client: ({ flowType = 'implicit' } = {}) => testClient(url, platform.anonKey, flowType),
    async stop() {
      server.close()
      await platform.stop()
      await database?.drop()
    },
  }
}

function testClient(url: string, key: string, flowType: 'implicit' | 'pkce'): SupabaseClient {
  const stored = new Map<string, string>()
  return createClient(url, key, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
    },
    realtime: { transport: ws as never },
  })
}
