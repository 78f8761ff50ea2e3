import type { AuthContext } from './auth-context.ts'

type Rules = Pick<AuthContext, 'publicUrl' | 'allowedRedirects' | 'appDomain'>

/**
 * Where a mailed link leads in the end: the wish when its origin is one of ours, else `/auth/callback`.
 * Compared as parsed origins: look-alike prefixes, `//host`, backslashes, user names in the address all fall through.
 */
export function redirectTarget(context: Rules, wish: string | undefined): string {
  const fallback = `${context.publicUrl()}/auth/callback`
  if (!wish) return fallback
  const target = parseUrl(wish)
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return fallback
  const allowed = [context.publicUrl(), ...context.allowedRedirects()].map((url) => parseUrl(url)?.origin)
  return allowed.includes(target.origin) || isOfWorkspace(context, target) ? target.href : fallback
}

// The address of a workspace is served by us whoever has it, and by nobody when it was given up: a session or code that
// lands there is in our own page. Which of them exist is not said.
function isOfWorkspace({ publicUrl, appDomain }: Rules, target: URL): boolean {
  const home = parseUrl(publicUrl())
  const domain = appDomain?.replace(/:\d+$/, '')
  if (!home || !domain || target.protocol !== home.protocol || target.port !== home.port) return false
  const label = target.hostname.endsWith(`.${domain}`) ? target.hostname.slice(0, -domain.length - 1) : ''
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
