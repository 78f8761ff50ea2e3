import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import {
  acceptInvite,
  createInvite as createEndpoint,
  inviteMany as inviteManyEndpoint,
  listInvites as listEndpoint,
  readInvite,
  withdrawInvite as withdrawEndpoint,
} from '#contracts/api/invites.ts'
import { inTenant, inUser } from '../database/in-tenant.ts'
import { createInvite, hashToken, listInvites, withdrawInvite } from '../invites/invites.ts'
import { withRecords } from '../records/open-records.ts'
import { inviteMany } from '../invites/invite-many.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

interface Found {
  tenant_name: string
  email: string
  role: string
  expires_at: string
  open: boolean
}

interface Accepted {
  outcome: 'ok' | 'not_found' | 'gone' | 'other_address'
  tenant_id: string
  tenant_name: string
  subdomain: string | null
  role: string
}

const otherAddress = 'This invitation was sent to another address. Sign in with the address it was sent to.'

export const inviteHandlers = [
  handle(listEndpoint, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await listInvites(tx, caller))),
  ),

  handle(createEndpoint, async (input) =>
    withRecords(input, (context) => createInvite(context, input.services, input.body)),
  ),

  handle(inviteManyEndpoint, async ({ caller, body, services }) =>
    inTenant(caller, (tx) => inviteMany(tx, caller, services, body)),
  ),

  handle(withdrawEndpoint, async ({ caller, params }) =>
    inTenant(caller, (tx) => withdrawInvite(tx, caller, params.id)),
  ),

  handle(
    readInvite,
    async ({ user, params, services, address }) => {
      services.limiter.take('invite-token', address, 60, 300)
      return inUser(user, async (tx) => {
        const { rows } = await tx.query<Found>(
          `select tenant_name, email, role, to_json(expires_at)#>>'{}' as expires_at, open from app.find_invite($1)`,
          [hashToken(params.token)],
        )
        const found = rows[0]
        if (!found) throw new AppError('not_found')
        if (!found.open) throw new AppError('gone')
        const { open: _, ...view } = found
        // Whom it was meant for is told to that person only.
        const { rows: mine } = await tx.query<{ email: string | null }>(
          'select app.verified_email($1) as email',
          [user.userId],
        )
        if (mine[0]?.email !== view.email) throw new AppError('forbidden', otherAddress)
        return view
      })
    },
    { mode: 'write' },
  ),

  handle(acceptInvite, async ({ user, params, services, address, requestId }) => {
    services.limiter.take('invite-token', address, 60, 300)
    return inUser(user, async (tx) => {
      await tx.query('select app.save_profile($1, null)', [user.name])
      const { rows } = await tx.query<Accepted>('select * from app.accept_invite($1, $2, $3)', [
        hashToken(params.token),
        newId(),
        requestId,
      ])
      const { outcome, tenant_id, tenant_name, subdomain, role } = must(rows[0])
      if (outcome === 'not_found') throw new AppError('not_found')
      if (outcome === 'gone') throw new AppError('gone')
      if (outcome === 'other_address') throw new AppError('forbidden', otherAddress)
      return { tenant_id, name: tenant_name, role, subdomain }
    })
  }),
]
