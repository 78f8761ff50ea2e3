import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '#base/app-error.ts'
import { allHandlers } from './http/all-handlers.ts'
import type { ServerEnv } from './http/context.ts'
import { developmentHandlers } from './http/development.ts'
import { errorAnswer } from './http/error-answer.ts'
import { invokeFunction } from './http/invoke-function.ts'
import { cors } from './http/middleware/cors/cors.ts'
import { requestId } from './http/middleware/request-id/request-id.ts'
import { securityHeaders } from './http/middleware/security-headers/security-headers.ts'
import { mountEndpoints } from './http/mount-endpoints.ts'
import { answerLinkPassword, answerSharedFile, answerSharedPage } from './http/shared-page.ts'
import type { Services } from './services.ts'

export interface AppParts {
  services: Services
  /** Answers `/auth/v1/*` in embedded mode. */
  platform: { fetch(request: Request, env?: unknown): Response | Promise<Response> } | null
  /** Answers `/realtime/v1/*` in embedded mode, but the socket. */
  realtime: { fetch(request: Request, env?: unknown): Response | Promise<Response> } | null
  /** Answers `/storage/v1/*` in embedded mode. */
  storage: AppParts['platform']
  /** Answers `/rest/v1/*` in embedded mode. */
  rest: AppParts['platform']
  /** Everything that is neither API nor platform: the built frontend. */
  frontend: MiddlewareHandler<ServerEnv>
  hotReload: boolean
}

/** The whole of HTTP: middleware and routes, in order. */
export function makeApp({
  services,
  platform,
  realtime,
  storage,
  rest,
  frontend,
  hotReload,
}: AppParts): Hono<ServerEnv> {
  const { settings, log } = services
  const app = new Hono<ServerEnv>()
  const connect = [
    ...(settings.hosted ? [new URL(settings.hosted.url).origin] : []),
    ...settings.apiBaseAllowed,
    // C-01: in development every server of this machine may be the API base.
    ...(settings.developmentHelpers ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
  ]
  app.use(requestId(log))
  app.use(securityHeaders(settings, { connect, hotReload }))
  app.use('/api/*', cors(settings.corsAllowed, settings.developmentHelpers))
  app.use('/functions/v1/*', cors(settings.corsAllowed, settings.developmentHelpers))
  mountEndpoints(app, allHandlers, services)
  if (settings.developmentHelpers) mountEndpoints(app, developmentHandlers, services)
  // In capitals too: a program that mistypes an address gets an answer it can read, never a page.
  app.use(async ({ req }, next) => {
    if (/^\/api(\/|$)/i.test(req.path)) throw new AppError('not_found')
    await next()
  })
  if (platform) app.all('/auth/v1/*', (context) => platform.fetch(context.req.raw, context.env))
  if (realtime) app.all('/realtime/v1/*', (context) => realtime.fetch(context.req.raw, context.env))
  if (storage) app.all('/storage/v1/*', (context) => storage.fetch(context.req.raw, context.env))
  if (rest) app.all('/rest/v1/*', (context) => rest.fetch(context.req.raw, context.env))
  if (!settings.hosted) app.all('/functions/v1/:name', invokeFunction(app))
  app.get('/p/:token', answerSharedPage(services))
  app.post('/p/:token', answerLinkPassword(services))
  app.get('/p/:token/files/:id', answerSharedFile(services))
  app.use('*', frontend)
  app.onError((error, context) => errorAnswer(error, context.get('requestId'), log))
  return app
}
