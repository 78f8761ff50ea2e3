import type { AuthContext } from './auth-context.ts'

/**
 * Where a mailed link leads in the end: the wish when its origin is one of ours, else `/auth/callback`.
 * Compared as parsed origins: look-alike prefixes, `//host`, backslashes, user names in the address all fall through.
 */
export function redirectTarget(
  context: Pick<AuthContext, 'publicUrl' | 'allowedRedirects'>,
  wish: string | undefined,
): string {
  const fallback = `${context.publicUrl()}/auth/callback`
  if (!wish) return fallback
  const target = parseUrl(wish)
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return fallback
  const allowed = [context.publicUrl(), ...context.allowedRedirects()].map((url) => parseUrl(url)?.origin)
  return allowed.includes(target.origin) ? target.href : fallback
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
