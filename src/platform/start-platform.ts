import { Hono } from 'hono'
import type { JSONWebKeySet } from 'jose'
import { authApp } from './auth/auth-app.ts'
import type { AuthContext, PlatformMail } from './auth/auth-context.ts'
import { makeAuthLimits } from './auth/auth-limits.ts'
import { CleanUp } from './auth/clean-up.ts'
import { openPool } from './auth/database.ts'
import { loadPlatformSecrets } from './auth/platform-secrets.ts'
import { ProviderClient } from './auth/provider-client.ts'
import type { ProviderSettings } from './auth/providers.ts'
import { putConfirmedUser } from './auth/put-confirmed-user.ts'
import { type RateLimits, defaultRateLimits } from './auth/rate-limits.ts'
import { refuseWeakSecrets } from './auth/refuse-weak-secrets.ts'
import { runMigrations } from './auth/run-migrations.ts'
import type { BlobBackend } from '#base/blob-backend.ts'
import { Pictures } from './storage/pictures/pictures.ts'
import { restApp } from './rest/rest-app.ts'
import type { RestHost } from './rest/rest-host.ts'
import { storageApp } from './storage/storage-app.ts'
import type { StorageHost } from './storage/storage-host.ts'

export { openBlobBackend } from './storage/backends/open-blob-backend.ts'
export { type EmbeddedDatabase, startEmbeddedDatabase } from './postgres/start-embedded-database.ts'
export { type Realtime, startRealtime } from './realtime/realtime-service.ts'
export type { PlatformMail, RateLimits }

export interface PlatformOptions {
  /** Owner's connection string: the embedded database's, or DATABASE_URL. */
  databaseUrl: string
  /** Where the application is reached, without a slash at the end. Links in mails begin with it. */
  publicUrl: () => string
  /** Origins, besides `publicUrl`'s, that a mailed link may lead to. */
  allowedRedirects: () => string[]
  /** Whether a workspace has this host name for its own now: links may lead back there too. Absent: none has. */
  isWorkspaceHost?: (host: string) => Promise<boolean>
  /** Called before the request that caused the mail is answered; a rejection becomes its 500. */
  sendMail(mail: PlatformMail): Promise<void>
  log(message: string): void
  rateLimits?: Partial<RateLimits>
  /**
   * Sign-up and sign-in by phone; absent: none. `countries` are the ISO codes of where text messages are sent, null for
   * everywhere. They leave by `sendMail`, with the channel `sms`.
   */
  phone?: { countries: string[] | null }
  /** Accounts elsewhere that one can sign in with. */
  providers?: ProviderSettings[]
  /** In production weak or short configured secrets stop the start. */
  production: boolean
  /** Root of all signing; without it a random one is made once and kept in the database. */
  jwtSecret?: string
  /** How many proxies of ours stand in front and append to `X-Forwarded-For`. Absent or 0: the header is ignored. */
  trustedProxies?: number
}

export interface Platform {
  /** Mounted at `/`: answers `/auth/v1/*`. */
  app: Hono
  anonKey: string
  serviceKey: string
  /** The `iss` of access tokens; follows `publicUrl`. */
  issuer: string
  /** The public keys (ES256), as served at `/auth/v1/.well-known/jwks.json`. */
  jwks(): JSONWebKeySet
  /** The storage service, to be mounted at `/`: answers `/storage/v1/*`. Changed pictures are cached below `dataDir`. */
  serveStorage(host: StorageHost, blobs: BlobBackend, dataDir: string): { app: Hono; clean(): Promise<void> }
  /** The database service, to be mounted at `/`: answers `/rest/v1/*`. */
  serveRest(host: RestHost): Hono
  /** Makes a person who can sign in at once, or gives one who is there this password; for people we invent ourselves. */
  putConfirmedUser(person: { email: string; password: string; name: string }): Promise<string>
  stop(): Promise<void>
}

/** Migrates the `auth` schema, loads or makes the keys and answers the service. Throws plain-words Errors. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  if (options.production)
    refuseWeakSecrets({ jwtSecret: options.jwtSecret, databaseUrl: options.databaseUrl })
  const pool = openPool(options.databaseUrl, options.log)
  try {
    await migrate(pool)
    const secrets = await loadPlatformSecrets(pool, options.jwtSecret)
    const publicUrl = () => options.publicUrl().replace(/\/+$/, '')
    const issuer = () => `${publicUrl()}/auth/v1`
    const context: AuthContext = {
      pool,
      secrets,
      phone: options.phone ?? null,
      providers: new Map(
        (options.providers ?? []).map((settings) => [
          settings.id,
          new ProviderClient(settings, !options.production),
        ]),
      ),
      limits: makeAuthLimits(pool, { ...defaultRateLimits, ...options.rateLimits }),
      publicUrl,
      issuer,
      allowedRedirects: options.allowedRedirects,
      isWorkspaceHost: options.isWorkspaceHost ?? (async () => false),
      sendMail: options.sendMail,
      log: options.log,
      trustedProxies: options.trustedProxies ?? 0,
    }
    const cleanUp = new CleanUp(pool, options.log)
    return {
      app: new Hono().route('/', authApp(context, cleanUp)),
      anonKey: secrets.anonKey,
      serviceKey: secrets.serviceKey,
      get issuer() {
        return issuer()
      },
      jwks: () => secrets.jwks,
      putConfirmedUser: ({ email, password, name }) =>
        putConfirmedUser(pool, { email, password, data: { name } }),
      serveStorage(host, blobs, dataDir) {
        const pictures = new Pictures(dataDir, blobs)
        const { storageKey: signingKey } = secrets
        const storage = { host, blobs, pictures, publicUrl, signingKey, log: options.log }
        return { app: storageApp(storage), clean: () => pictures.clean() }
      },
      serveRest: (host) => new Hono().route('/', restApp(host)),
      async stop() {
        await cleanUp.settled()
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function migrate(pool: ReturnType<typeof openPool>): Promise<void> {
  const client = await pool.connect()
  try {
    // Waiting for another process that migrates may take longer than a request ever should.
    await client.query('set statement_timeout = 0')
    await runMigrations(client)
  } finally {
    // Destroyed, not returned: its settings and locks end with it.
    client.release(true)
  }
}
