import { isIP } from 'node:net'

export interface OriginRules {
  /** Where the application is reached. */
  publicUrl(): string
  /** Whether `publicUrl` was configured; otherwise it is only where this process listens. */
  isPublicUrlKnown: boolean
  /** Domain under which workspaces have addresses of their own, or null. */
  appDomain: string | null
  /** Other origins whose pages may call. */
  allowedOrigins(): readonly string[]
  /** Whether pages of this machine may call: development. */
  allowsLoopback: boolean
}

/**
 * Whether a handshake may come from where it says: the host is one of ours, and a page is of our own origin or of one on the
 * list. A socket carries no cookie that would sign anybody in; this keeps other pages from using the browser's place.
 */
export function isAllowedOrigin(rules: OriginRules, host: string, origin: string | undefined): boolean {
  if (!isOurHost(rules, host)) return false
  // Programs send none; they are stopped by the token alone.
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  if (page.host === host.toLowerCase() || page.host === new URL(rules.publicUrl()).host) return true
  if (rules.allowedOrigins().includes(page.origin)) return true
  if (isUnder(page.hostname, rules.appDomain)) return true
  return rules.allowsLoopback && isLoopback(page.hostname)
}

// A name that nobody configured may have been pointed at us by its owner (DNS rebinding); a number cannot be.
function isOurHost(rules: OriginRules, host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (hostname === new URL(rules.publicUrl()).hostname || isUnder(hostname, rules.appDomain)) return true
  if (isLoopback(hostname)) return true
  return !rules.isPublicUrlKnown && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

const isUnder = (hostname: string, domain: string | null): boolean => {
  const plain = domain?.replace(/:\d+$/, '')
  return plain !== undefined && (hostname === plain || hostname.endsWith(`.${plain}`))
}

const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
