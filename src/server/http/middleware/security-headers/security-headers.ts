import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../../../settings.ts'
import type { ServerEnv } from '../../context.ts'

export interface HeaderOptions {
  /** Origins the browser may talk to besides our own: the hosted service, allowed API bases. */
  connect: string[]
  /** The development server of the frontend injects styles and reloads by WebSocket and inline script. */
  hotReload: boolean
}

/** The content security policy of every page. Styles may stand inline: components size and place with them. */
function contentSecurityPolicy({ connect, hotReload }: HeaderOptions): string {
  const sockets = connect.map((origin) => origin.replace(/^http/, 'ws'))
  return [
    `default-src 'self'`,
    `script-src 'self'${hotReload ? ` 'unsafe-inline'` : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${connect.join(' ')}`.trim(),
    `font-src 'self' data:`,
    `connect-src 'self' ${[...connect, ...sockets].join(' ')}${hotReload ? ' ws: wss:' : ''}`.trim(),
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // The development server of the frontend writes HTML itself.
    ...(hotReload ? [] : [`require-trusted-types-for 'script'`]),
  ].join('; ')
}

/** Headers on every answer, whatever its status. */
export function securityHeaders(settings: Settings, options: HeaderOptions): MiddlewareHandler<ServerEnv> {
  const policy = contentSecurityPolicy(options)
  const always: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  }
  if (settings.publicUrl?.startsWith('https:'))
    always['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains'
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy)
    if (!context.req.path.startsWith('/api/')) return
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
    headers.append('Vary', 'Authorization, X-Tenant-Id, Cookie, Origin')
  }
}
