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

/**
 * Headers on every answer, whatever its status; what an answer says itself stands before them. They are put on what goes
 * out, not on the answer: its web headers would be made for this alone, and take longer than the rest of a small request.
 */
export function securityHeaders(settings: Settings, options: HeaderOptions): MiddlewareHandler<ServerEnv> {
  const always: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()'],
    ['X-Frame-Options', 'DENY'],
    ['Content-Security-Policy', contentSecurityPolicy(options)],
  ]
  if (settings.publicUrl?.startsWith('https:'))
    always.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return (context, next) => {
    const { outgoing } = context.env
    for (const [name, value] of always) outgoing.setHeader(name, value)
    if (context.req.path.startsWith('/api/')) {
      outgoing.setHeader('Cache-Control', 'private, no-store')
      outgoing.setHeader('Vary', 'Authorization, X-Tenant-Id, Cookie, Origin, Accept-Language')
    }
    return next()
  }
}
