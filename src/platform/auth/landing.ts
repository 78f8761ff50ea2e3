import type { Context } from 'hono'
import type { AuthError } from './auth-error.ts'

/** What goes back to the application: `fragment` behind `#`, which no server sees, or `query`. */
export interface Landing {
  fragment?: Record<string, string>
  query?: Record<string, string>
}

/** How a session travels in a fragment. */
export function sessionLanding(session: Record<string, unknown>, more: Record<string, string> = {}): Landing {
  const parts = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']
  return { fragment: { ...Object.fromEntries(parts.map((part) => [part, String(session[part])])), ...more } }
}

/** A refusal; to a client that exchanges codes it travels both ways, as on the hosted service. */
export function errorLanding(error: AuthError, exchange: boolean): Landing {
  const parts = { error: 'access_denied', error_code: error.code, error_description: error.message }
  return exchange ? { query: parts, fragment: parts } : { fragment: parts }
}

/** Redirects to `target`, an address that was checked, with what happened. */
export function land(c: Context, target: string, landing: Landing): Response {
  const url = new URL(target)
  for (const [name, value] of Object.entries(landing.query ?? {})) url.searchParams.set(name, value)
  if (landing.fragment) url.hash = new URLSearchParams(landing.fragment).toString()
  c.header('Referrer-Policy', 'no-referrer')
  return c.redirect(url.href, 303)
}
