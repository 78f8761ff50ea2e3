import type pg from 'pg'
import { reservedSubdomains, subdomainSchema } from '#contracts/tenant.ts'

const reserved: readonly string[] = reservedSubdomains

/** Whether a host name is the address that some workspace has now: `acme.example.com` under the domain `example.com`. */
export async function isWorkspaceHost(
  owner: Pick<pg.Pool, 'query'>,
  appDomain: string | null,
  host: string,
): Promise<boolean> {
  const suffix = `.${appDomain?.replace(/:\d+$/, '') ?? ''}`
  if (!appDomain || !host.endsWith(suffix)) return false
  const label = subdomainSchema.safeParse(host.slice(0, -suffix.length))
  if (!label.success || reserved.includes(label.data)) return false
  const { rows } = await owner.query('select from app.tenants where subdomain = $1', [label.data])
  return rows.length > 0
}
