import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { Tenant } from '#contracts/tenant.ts'
import type { Tx, User } from '../database/in-tenant.ts'
import { checkSubdomain, subdomainTaken } from './check-subdomain.ts'

export interface NewTenant {
  name: string
  subdomain?: string | undefined
  template?: string | undefined
}

/** Makes a workspace with an empty first release; `user` owns it. Throws 422 for a reserved, taken or unknown value. */
export async function makeTenant(tx: Tx, user: User, wish: NewTenant): Promise<Tenant> {
  const subdomain = wish.subdomain ?? null
  if (subdomain !== null) checkSubdomain(subdomain)
  if (wish.template !== undefined && wish.template !== 'empty')
    throw invalid([{ path: 'template', code: 'template', message: 'There is no such template.' }])
  await tx.query('select app.save_profile($1, null)', [user.name])
  const id = newId()
  const { rows } = await tx.query<{ made: boolean }>(
    'select app.create_tenant($1, $2, $3, $4, $5, $6) as made',
    [id, wish.name, subdomain, newId(), newId(), tx.requestId],
  )
  if (rows[0]?.made !== true)
    throw new AppError('not_unique', subdomainTaken, {
      details: [{ path: 'subdomain', code: 'not_unique', message: subdomainTaken }],
    })
  return { id, name: wish.name, subdomain, role: 'owner', accent: null, logo: null }
}
