import { must } from '#base/assert.ts'
import { AppError } from '#base/app-error.ts'
import { subdomainSchema, type SubdomainAnswer } from '#contracts/tenant.ts'
import type { Tx } from '../database/in-tenant.ts'
import { checkSubdomain } from './check-subdomain.ts'

/** Whether a workspace (null: one that is about to be made) could take this address now, and why not. */
export async function subdomainAvailable(
  tx: Tx,
  wish: string,
  tenantId: string | null,
): Promise<SubdomainAnswer> {
  const parsed = subdomainSchema.safeParse(wish)
  if (!parsed.success) return { available: false, reason: 'form' }
  try {
    checkSubdomain(parsed.data)
  } catch (error) {
    if (error instanceof AppError) return { available: false, reason: 'reserved' }
    throw error
  }
  const { rows } = await tx.query<{ free: boolean }>('select app.subdomain_is_free($1, $2) as free', [
    parsed.data,
    tenantId,
  ])
  return must(rows[0]).free ? { available: true, reason: null } : { available: false, reason: 'taken' }
}
