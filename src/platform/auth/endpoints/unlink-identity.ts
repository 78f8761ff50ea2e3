import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { listFactors } from '../factors.ts'
import { noteProviders } from '../foreign-sign-in.ts'
import { requirePresence } from '../prove-presence.ts'
import { signedInUser } from '../signed-in-user.ts'

/** `DELETE /user/identities/:id`: disconnects an account elsewhere. Never the last one, nor the address itself. */
export async function unlinkIdentity(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const { address } = clientTrace(context, c)
  await inTransaction(context.pool, async (tx) => {
    await findUserById(tx, caller.user.id, true)
    const factors = await listFactors(tx, caller.user.id)
    if (caller.aal !== 'aal2' && factors.some(({ status }) => status === 'verified'))
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to unlink an identity')
    requirePresence(caller)
    const { rows } = await tx.query<{ id: string; provider: string }>(
      'select id, provider from auth.identities where user_id = $1',
      [caller.user.id],
    )
    if (rows.length < 2)
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    const identity = rows.find(({ id }) => id === (c.req.param('id') ?? '').toLowerCase())
    if (!identity) throw new AuthError(404, 'identity_not_found', "Identity doesn't exist")
    if (identity.provider === 'email' || identity.provider === 'phone')
      throw new AuthError(
        422,
        'email_conflict_identity_not_deletable',
        'The address and the phone number of an account are changed, not unlinked',
      )
    await tx.query('delete from auth.identities where id = $1', [identity.id])
    await noteProviders(tx, caller.user.id)
    await audit(tx, 'identity_unlinked', caller.user, address)
  })
  return c.json({})
}
