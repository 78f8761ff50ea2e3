import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { readTenantStatus, selectTenant, syncProfile } from '#contracts/api/auth.ts'
import { changeNumberHeader } from '#contracts/api/changes.ts'
import { inUser, type Tx } from '../database/in-tenant.ts'
import { setAvatar } from '../members/avatars.ts'
import { findTenantStatus } from '../tenants/find-tenant-status.ts'
import type { ServerEnv } from './context.ts'
import { requestedSubdomain, requestedTenant } from './requested-workspace.ts'
import { handle } from './route.ts'

interface Profile {
  id: string
  email: string | null
  display_name: string | null
  avatar_url: string | null
}

/**
 * Says as of which change of a workspace the answer is, as the answers from within it do: whoever follows its changes from
 * there misses none, neither of its name nor of the person's role. Asked no later than what is answered is read.
 */
async function tellNumber(context: Context<ServerEnv>, tx: Tx, tenantId: string): Promise<void> {
  const { rows } = await tx.query<{ number: number | null }>('select app.number_of_tenant($1) as number', [
    tenantId,
  ])
  const number = rows[0]?.number ?? null
  if (number !== null) context.env.outgoing.setHeader(changeNumberHeader, String(number))
}

export const authHandlers = [
  handle(readTenantStatus, async ({ user, search, context, services }) => {
    services.limiter.take('tenant-status', user.userId, 120, 60)
    return inUser(user, async (tx) => {
      const status = await findTenantStatus(tx, {
        subdomain: requestedSubdomain(context, services.settings) ?? (search.subdomain || null),
        name: search.name || null,
        tenantId: requestedTenant(context),
      })
      // A read sees one moment: this is the number of the same.
      if (status.tenant_id) await tellNumber(context, tx, status.tenant_id)
      return status
    })
  }),

  handle(selectTenant, async ({ user, body, context }) =>
    inUser(user, async (tx) => {
      await tx.query('select app.save_profile($1, null)', [user.name])
      const { rows } = await tx.query<{ chosen: boolean }>('select app.select_tenant($1) as chosen', [
        body.tenant_id,
      ])
      if (rows[0]?.chosen !== true) throw new AppError('not_found')
      await tellNumber(context, tx, body.tenant_id)
      return findTenantStatus(tx, { subdomain: null, name: null, tenantId: body.tenant_id })
    }),
  ),

  handle(syncProfile, async ({ user, body }) => {
    if (body.user_id !== user.userId) throw new AppError('forbidden', 'This is not your profile.')
    return inUser(user, async (tx) => {
      await tx.query('select app.save_profile($1, $2)', [
        body.display_name || user.name,
        body.avatar_url || null,
      ])
      if (body.avatar_url === '') await setAvatar(tx, null)
      const { rows } = await tx.query<Profile>('select * from app.my_profile()')
      const { id, ...rest } = must(rows[0])
      return { user_id: id, ...rest }
    })
  }),
]
