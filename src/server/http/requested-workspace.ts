import type { Context } from 'hono'
import { isUuid } from '#base/ids.ts'
import { subdomainSchema } from '#contracts/tenant.ts'
import type { Settings } from '../settings.ts'

// A header that is no id names a workspace that does not exist.
const nowhere = '00000000-0000-0000-0000-000000000000'

/** The workspace a request names in its header: null when it names none. */
export function requestedTenant(context: Context): string | null {
  const header = context.req.header('x-tenant-id')?.trim()
  if (header === undefined || header === '') return null
  return isUuid(header) ? header.toLowerCase() : nowhere
}

/**
 * The workspace's host label when the request came to one: `acme` for `acme.example.com` under APP_DOMAIN
 * `example.com`. Null elsewhere; a label no workspace can have is kept, so that it leads nowhere.
 */
export function requestedSubdomain(
  context: Context,
  { appDomain, publicUrl }: Pick<Settings, 'appDomain' | 'publicUrl'>,
): string | null {
  if (!appDomain) return null
  const host = (context.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  const suffix = `.${appDomain.replace(/:\d+$/, '')}`
  if (!host.endsWith(suffix) || (publicUrl && host === new URL(publicUrl).hostname)) return null
  const label = host.slice(0, -suffix.length)
  if (label === 'www' || label === 'app') return null
  return subdomainSchema.safeParse(label).success ? label : '-'
}
