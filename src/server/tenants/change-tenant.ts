import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Tenant } from '#contracts/tenant.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordEvent } from '../releases/record-event.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { brandOf, setAccent } from './brands.ts'
import { checkSubdomain, subdomainTaken } from './check-subdomain.ts'
import { setLetterhead } from './letterhead.ts'
import { myTenants } from './my-tenants.ts'

export interface TenantChange {
  name?: string | undefined
  subdomain?: string | null | undefined
  second_factor_required?: boolean | undefined
  accent?: string | null | undefined
  letterhead?: string | null | undefined
  offer_terms?: string | null | undefined
}

/**
 * Changes name, subdomain, colour or rules of sign-in of the caller's workspace. Throws 403, or 422 for a reserved or taken
 * subdomain.
 */
export async function changeTenant(tx: Tx, caller: Caller, change: TenantChange): Promise<Tenant> {
  await requireManage(tx, caller, 'workspace')
  const before = must((await myTenants(tx)).find(({ id }) => id === caller.tenantId))
  const name = change.name ?? before.name
  const subdomain = change.subdomain === undefined ? before.subdomain : change.subdomain
  if (subdomain !== null && subdomain !== before.subdomain) checkSubdomain(subdomain)
  const { rows } = await tx.query<{ changed: boolean }>('select app.update_tenant($1, $2) as changed', [
    name,
    subdomain,
  ])
  if (rows[0]?.changed !== true)
    throw new AppError('not_unique', subdomainTaken, {
      details: [{ path: 'subdomain', code: 'not_unique', message: subdomainTaken }],
    })
  const required = change.second_factor_required
  if (required !== undefined) await requireSecondFactor(tx, caller, required)
  if (change.accent !== undefined) await setAccent(tx, caller.tenantId, change.accent)
  await setLetterhead(tx, caller.tenantId, change)
  await recordEvent(tx, caller, {
    kind: 'updated',
    subject: 'tenant',
    recordId: caller.tenantId,
    before: { name: before.name, subdomain: before.subdomain },
    after: {
      name,
      subdomain,
      ...(required !== undefined && { second_factor_required: required }),
      ...(change.accent !== undefined && { accent: change.accent }),
      ...(change.letterhead !== undefined && { letterhead: change.letterhead }),
      ...(change.offer_terms !== undefined && { offer_terms: change.offer_terms }),
    },
  })
  return { id: caller.tenantId, name, subdomain, role: caller.role, ...(await brandOf(tx, caller.tenantId)) }
}

/** Whoever asks everybody for a second factor must have taken that step: nobody shuts themselves out. */
async function requireSecondFactor(tx: Tx, caller: Caller, required: boolean): Promise<void> {
  if (required && caller.proof?.aal !== 'aal2')
    throw new AppError('forbidden', 'Set up a second factor for yourself first, and sign in with it.')
  requirePresence(caller)
  await tx.query('select app.require_second_factor($1)', [required])
}
