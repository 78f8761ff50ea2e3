import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { must } from '#base/assert.ts'
import {
  openBlobBackend,
  startEmbeddedDatabase,
  startPlatform,
  startRealtime,
  type EmbeddedDatabase,
  type Platform,
  type Realtime,
} from '#platform/start-platform.ts'
import { RateLimiter } from './access/rate-limiter.ts'
import { embeddedKeys, hostedKeys, makeTokenVerifier } from './access/verify-token.ts'
import { makeApp } from './app.ts'
import { noteHeads } from './audit/audit-heads.ts'
import { BimReader } from './bim/bim-reader.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { openPool, type Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import { requestLogin } from './database/request-login.ts'
import { removeExpiredExports } from './exports/remove-expired-exports.ts'
import { runExport } from './exports/run-export.ts'
import { installFeatures } from './features/install-features.ts'
import { FileStore } from './files/file-store.ts'
import { watchBodies } from './http/body-pace.ts'
import { addressBehind } from './http/client-address.ts'
import type { ServerEnv } from './http/context.ts'
import { staticFiles } from './http/middleware/static-files/static-files.ts'
import { Recalculator } from './formulas/recalculator.ts'
import { runImport } from './imports/run-import.ts'
import { JobLoop } from './jobs/job-loop.ts'
import { removeAbandonedBlobs } from './jobs/remove-abandoned-blobs.ts'
import { removeUnfinishedUploads } from './jobs/remove-unfinished-uploads.ts'
import { removeOrphanFiles } from './jobs/remove-orphan-files.ts'
import { makeLogger, type Logger } from './log/logger.ts'
import { forgetMessages } from './mail/forget-messages.ts'
import { makeMailSender, type MailSender } from './mail/mail-sender.ts'
import { OutboxSender } from './mail/outbox-sender.ts'
import { announceChanges } from './realtime/announce-changes.ts'
import { PostgresExchange } from './realtime/postgres-exchange.ts'
import { realtimeAccess } from './realtime/realtime-access.ts'
import { makeRestHost } from './rest/rest-host.ts'
import { runSchedules } from './schedules/run-schedules.ts'
import { mailAtOnceJob } from './notifications/mail-at-once.ts'
import { digestJob } from './notifications/send-digests.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { setStorageQuota } from './storage/set-storage-quota.ts'
import { makeStorageHost } from './storage/storage-host.ts'
import { SlotWorker } from './slots/slot-worker.ts'
import { isWorkspaceHost } from './tenants/is-workspace-host.ts'
import { removeClosedTenants } from './tenants/remove-closed-tenants.ts'
import { forgetDeliveries } from './webhooks/forget-deliveries.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { forgetRuns } from './workflows/forget-runs.ts'
import { lookAtClocks } from './workflows/look-at-clocks.ts'
import { WorkflowWorker } from './workflows/workflow-worker.ts'
import { ProcessLife } from './transfers/process-life.ts'
import { TransferWorker } from './transfers/transfer-worker.ts'

export interface StartOptions {
  log?: Logger
  /** Looks at a request before everything else and answers whether it took it: the frontend's development server. */
  frontend?(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Called with the HTTP server before it listens, for WebSockets. */
  onServer?(server: Server): void | Promise<void>
  /** Called first when the server stops. */
  onStop?(): Promise<void> | undefined
  /** Limits of the embedded authentication; tests raise them. */
  authRateLimits?: Record<string, number>
  /** What one socket may; tests lower them. */
  realtimeLimits?: Record<string, number>
  /** Folder of the built frontend; `dist/web` beside the sources unless told. */
  dist?: string
}

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  url: string
  port: number
  services: Services
  /** Takes no more requests, waits for those under way, then closes everything it started. */
  stop(): Promise<void>
}

/**
 * Starts everything one process serves: database (embedded or `DATABASE_URL`), migrations, platform (embedded or
 * hosted), API and frontend. What started is stopped again when a later part fails. Throws in plain words.
 */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? makeLogger(settings.logLevel)
  const stops: (() => Promise<void>)[] = []
  const stopAll = async (): Promise<void> => {
    while (stops.length > 0) await must(stops.pop())()
  }
  try {
    const ownerUrl = settings.databaseUrl ?? (await embedDatabase(settings, log, stops)).url
    const database = await openDatabase(settings, ownerUrl, log, stops)
    let url = settings.publicUrl ?? ''
    const publicUrl = (): string => settings.publicUrl ?? url
    const mail = makeMailSender(settings, database.owner)
    const blobs = await openBlobBackend(settings.dataDir, settings.s3)
    stops.push(() => blobs.stop())
    const files = new FileStore(blobs.backend)
    const platform = settings.hosted
      ? null
      : await embedPlatform(settings, options, database.owner, ownerUrl, publicUrl, mail, log, stops)
    await prepareDatabase(database.owner, settings.hosted ? 'hosted' : 'embedded')
    await installFeatures(database.owner)
    const feed = new ChangeFeed(database, log)
    stops.push(() => feed.stop())
    await feed.start()
    const keys = settings.hosted
      ? hostedKeys(settings.hosted)
      : embeddedKeys(must(platform).jwks, () => must(platform).issuer)
    const recalculator = new Recalculator(database, log)
    stops.push(() => recalculator.stop())
    const life = new ProcessLife(database.requests.options.connectionString ?? '', log)
    stops.push(() => life.stop())
    await life.start()
    const transfers = new TransferWorker(life, { import: runImport, export: runExport })
    stops.push(() => transfers.stop())
    const bimReader = new BimReader(database, life.id)
    stops.push(() => bimReader.stop())
    let storage: ReturnType<Platform['serveStorage']> | undefined
    const jobs = new JobLoop(
      [
        removeOrphanFiles(database, files),
        removeExpiredExports(database, files),
        removeUnfinishedUploads(database, files),
        removeAbandonedBlobs(database, files),
        recalculator.job,
        runSchedules(() => services),
        transfers.job,
        bimReader.job,
        forgetDeliveries(database),
        lookAtClocks(() => services),
        forgetRuns(database),
        forgetMessages(database),
        digestJob(() => services),
        mailAtOnceJob(() => services),
        noteHeads(database, settings.dataDir),
        removeClosedTenants(database, files, settings.dataDir),
        { name: 'forget old pictures', every: 86_400, run: async () => storage?.clean() },
      ],
      log,
    )
    stops.push(() => jobs.stop())
    const exchange = platform ? new PostgresExchange(database.owner, log) : null
    const services: Services = {
      settings,
      log,
      database,
      mail,
      files,
      limiter: new RateLimiter(settings.rateLimitFactor),
      jobs,
      verifyToken: makeTokenVerifier(keys),
      realtime: exchange && (() => (exchange.isHearing ? 'ok' : 'failing')),
      publicUrl,
      demoPeople: [],
      hostedService: () =>
        settings.hosted
          ? { url: settings.hosted.url, anonKey: settings.hosted.anonKey }
          : { url: publicUrl(), anonKey: must(platform).anonKey },
    }
    const realtime =
      platform && exchange ? await openRealtime(services, platform, exchange, options, feed, stops) : null
    await setStorageQuota(database.owner, settings.storageQuota)
    storage = platform?.serveStorage(
      makeStorageHost(services, platform, life.id),
      blobs.backend,
      settings.dataDir,
    )
    const app = makeApp({
      services,
      platform: platform?.app ?? null,
      realtime: realtime?.app ?? null,
      storage: storage?.app ?? null,
      rest: platform?.serveRest(makeRestHost(services, platform)) ?? null,
      frontend: builtFrontend(options.dist),
      hotReload: options.frontend !== undefined,
    })
    const outbox = new OutboxSender(services, life)
    stops.push(() => outbox.stop())
    const webhooks = new WebhookSender(services)
    stops.push(() => webhooks.stop())
    const workflows = new WorkflowWorker(services, life)
    stops.push(() => workflows.stop())
    const slots = new SlotWorker(database.owner, log)
    stops.push(() => slots.stop())
    slots.start()
    const server = createServer(listener(app, options))
    // A file of a gigabyte takes its time; headers have a minute.
    server.requestTimeout = 1_800_000
    watchBodies(server)
    server.on('upgrade', (request, socket, head) => {
      const isTaken = realtime?.upgrade(request, socket, head) ?? false
      // The frontend's development server has a socket of its own.
      if (!isTaken && !options.frontend) socket.destroy()
    })
    await options.onServer?.(server)
    const port = await listen(server, settings)
    const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
    url = `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${port}`
    stops.push(() => drain(server))
    // Who waits for news is let go before the server waits for its calls to end.
    stops.push(() => feed.stop())
    if (realtime) stops.push(() => realtime.stop())
    stops.push(async () => void (await options.onStop?.()))
    await transfers.start(services)
    bimReader.start(services)
    outbox.start()
    jobs.start()
    webhooks.start(feed)
    workflows.start(feed)
    if (settings.demo) services.demoPeople = await demoPeople(services, platform)
    return { url, port, services, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

// Loaded only when asked for. Known passwords: the settings allow it only in development on a loopback address.
async function demoPeople(services: Services, platform: Platform | null): Promise<Services['demoPeople']> {
  if (!platform) throw new Error('The demo has known passwords: it runs on the embedded platform only.')
  const { installDemo } = await import('./demo/install-demo.ts')
  return installDemo(services, {
    putPerson: (person) => platform.putConfirmedUser(person),
    authenticate: async (path, init) => platform.app.request(path, init),
  })
}

type Stops = (() => Promise<void>)[]

async function embedDatabase(settings: Settings, log: Logger, stops: Stops): Promise<EmbeddedDatabase> {
  const embedded = await startEmbeddedDatabase({
    dataDir: resolve(settings.dataDir),
    log: (message) => log.info(message),
  })
  stops.push(() => embedded.stop())
  return embedded
}

async function openDatabase(settings: Settings, url: string, log: Logger, stops: Stops): Promise<Database> {
  const owner = openPool({ url, max: 3, name: 'formwork-owner', log })
  stops.push(() => owner.end())
  const applied = await migrate(owner)
  if (applied.length > 0) log.info('The database was brought up to date', { migrations: applied.length })
  const requests = openPool({
    url: await requestLogin(owner, url),
    max: settings.databasePool,
    name: 'formwork',
    pipeline: true,
    log,
  })
  stops.push(() => requests.end())
  return { owner, requests }
}

async function embedPlatform(
  settings: Settings,
  options: StartOptions,
  owner: Database['owner'],
  databaseUrl: string,
  publicUrl: () => string,
  mail: MailSender,
  log: Logger,
  stops: Stops,
): Promise<Platform> {
  const platform = await startPlatform({
    databaseUrl,
    publicUrl,
    allowedRedirects: () => [...settings.corsAllowed, ...settings.apiBaseAllowed],
    isWorkspaceHost: (host) => isWorkspaceHost(owner, settings.appDomain, host),
    sendMail: (message) => mail.send(message),
    log: (message) => log.info(message),
    rateLimits: options.authRateLimits ?? {},
    production: settings.production,
    providers: settings.authProviders,
    ...phoneOf(settings),
    trustedProxies: settings.trustedProxies,
    ...(settings.jwtSecret ? { jwtSecret: settings.jwtSecret } : {}),
  })
  stops.push(() => platform.stop())
  return platform
}

async function openRealtime(
  services: Services,
  platform: Platform,
  exchange: PostgresExchange,
  { realtimeLimits }: StartOptions,
  feed: ChangeFeed,
  stops: Stops,
): Promise<Realtime> {
  const { settings, log, publicUrl } = services
  stops.push(() => exchange.stop())
  await exchange.start()
  const realtime = startRealtime({
    access: realtimeAccess(services),
    exchange,
    origins: {
      publicUrl,
      isPublicUrlKnown: settings.publicUrl !== null,
      appDomain: settings.appDomain,
      allowedOrigins: () => [...settings.corsAllowed, ...settings.apiBaseAllowed],
      allowsLoopback: settings.developmentHelpers,
    },
    anonKey: () => platform.anonKey,
    addressOf: ({ socket, headers }) =>
      addressBehind(
        socket.remoteAddress ?? '',
        headers['x-forwarded-for']?.toString(),
        settings.trustedProxies,
      ),
    log: (message) => log.warn(message),
    limits: realtimeLimits ?? {},
  })
  stops.push(() => realtime.stop())
  const stopAnnouncing = announceChanges(feed, realtime)
  stops.push(async () => stopAnnouncing())
  return realtime
}

// The mailbox of development takes text messages too, to anywhere: they cost nothing there.
function phoneOf({ sms, developmentHelpers }: Settings): { phone?: { countries: string[] | null } } {
  if (sms) return { phone: { countries: sms.countries } }
  return developmentHelpers ? { phone: { countries: null } } : {}
}

function builtFrontend(dist = resolve(import.meta.dirname, '../../dist/web')): MiddlewareHandler<ServerEnv> {
  if (existsSync(join(dist, 'index.html'))) return staticFiles(dist)
  return async () =>
    new Response('The frontend is not built. Run npm start, or npm run build.', { status: 404 })
}

function listener(app: ReturnType<typeof makeApp>, { frontend }: StartOptions) {
  const answer = getRequestListener((request, env) => app.fetch(request, env as never))
  const ours = /^\/(api|p|(auth|realtime|storage|rest|functions)\/v1)(\/|$|\?)/
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (frontend && !ours.test(request.url ?? ''))
      frontend(request, response, () => void answer(request, response))
    else void answer(request, response)
  }
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = `Port ${port} is taken by another program. Stop it, or choose another: PORT=3001, or --port auto.`
      failed(error.code === 'EADDRINUSE' ? new Error(busy) : error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : port)
    })
  })
}

const drainSeconds = 10

function drain(server: Server): Promise<void> {
  return new Promise((done) => {
    const force = setTimeout(() => server.closeAllConnections(), drainSeconds * 1000)
    server.close(() => {
      clearTimeout(force)
      done()
    })
    server.closeIdleConnections()
  })
}
