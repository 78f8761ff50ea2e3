import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '../../context.ts'

const allowedHeaders =
  'Authorization, Content-Type, X-Tenant-Id, X-Time-Zone, X-Preview, Idempotency-Key, X-Requested-With, Apikey, X-Client-Info'
const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const exposedHeaders = 'X-Request-Id, X-Change-Number, Retry-After, Content-Disposition, Idempotency-Replayed'

/**
 * Cross-origin calls for the origins on the list and no others: never `*`, never a reflected origin. Our own origin needs
 * none of it; with `loopback`, in development, pages served by this machine are let in too. Only under /api; the hosted service's protocols bring their own.
 */
export const cors =
  (allowed: readonly string[], loopback: boolean): MiddlewareHandler<ServerEnv> =>
  async (context, next) => {
    const origin = context.req.header('origin')
    const known =
      origin !== undefined && (allowed.includes(origin) || (loopback && loopbackOrigin.test(origin)))
    if (context.req.method === 'OPTIONS' && context.req.header('access-control-request-method')) {
      const headers: Record<string, string> = { Vary: 'Authorization, X-Tenant-Id, Cookie, Origin' }
      if (known) {
        headers['Access-Control-Allow-Origin'] = origin
        headers['Access-Control-Allow-Credentials'] = 'true'
        headers['Access-Control-Allow-Methods'] = 'GET, POST, PUT, PATCH, DELETE'
        headers['Access-Control-Allow-Headers'] = allowedHeaders
        headers['Access-Control-Max-Age'] = '600'
      }
      return new Response(null, { status: known ? 204 : 403, headers })
    }
    await next()
    if (!known) return undefined
    context.res.headers.set('Access-Control-Allow-Origin', origin)
    context.res.headers.set('Access-Control-Allow-Credentials', 'true')
    context.res.headers.set('Access-Control-Expose-Headers', exposedHeaders)
    return undefined
  }
