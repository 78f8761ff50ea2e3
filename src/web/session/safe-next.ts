/**
 * Where to go after sign-in: the page that was asked for, when it is a page of ours. Anything else, such as
 * `https://…`, `//host` or `/\host`, and the sign-in pages themselves, become `fallback`.
 */
export function safeNext(next: string | null, fallback = '/dashboard'): string {
  if (!next || !/^\/(?![/\\])[^\\]*$/.test(next) || hasControl(next)) return fallback
  const base = 'http://formwork.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  if (url === null || url.origin !== base) return fallback
  const path = url.pathname
  if (path === '/' || path === '/auth' || path.startsWith('/auth/')) return fallback
  return path + url.search + url.hash
}

/** A page of signing in that keeps the way back; what is no way back is dropped. */
export function withNext(path: string, next: string | null): string {
  const wanted = safeNext(next, '')
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(wanted)}` : path
}

/** `/auth` with the way back, as the guard sends people there (S-10). */
export const signInPath = (from: string): string => withNext('/auth', from)

const hasControl = (text: string): boolean => [...text].some((sign) => sign < ' ')
