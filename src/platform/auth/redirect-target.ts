import type { AuthContext } from './auth-context.ts'

type Rules = Pick<AuthContext, 'publicUrl' | 'allowedRedirects' | 'isWorkspaceHost'>

/**
 * Where a mailed link leads in the end: the wish when its origin is one of ours, else `/auth/callback`.
 * Compared as parsed origins: look-alike prefixes, `//host`, backslashes, user names in the address all fall through.
 */
export async function redirectTarget(context: Rules, wish: string | undefined): Promise<string> {
  const fallback = `${context.publicUrl()}/auth/callback`
  if (!wish) return fallback
  const target = parseUrl(wish)
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return fallback
  const allowed = [context.publicUrl(), ...context.allowedRedirects()].map((url) => parseUrl(url)?.origin)
  return allowed.includes(target.origin) || (await isOfWorkspace(context, target)) ? target.href : fallback
}

// Only what a workspace has now is served by us: other names under the same domain may be somebody else's.
async function isOfWorkspace({ publicUrl, isWorkspaceHost }: Rules, target: URL): Promise<boolean> {
  const home = parseUrl(publicUrl())
  if (!home || target.protocol !== home.protocol || target.port !== home.port) return false
  return isWorkspaceHost(target.hostname)
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
