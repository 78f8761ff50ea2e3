import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { listFactors, lockFactor } from '../factors.ts'
import { requirePresence } from '../prove-presence.ts'
import { dropRecoveryCodes } from '../recovery-codes.ts'
import { lowerSessions } from '../sessions.ts'
import { signedInUser } from '../signed-in-user.ts'

/**
 * `DELETE /factors/:id`. A verified factor is given up only at `aal2` and soon after a proof of presence; with the last
 * one every session of the person falls back to `aal1`, and the recovery codes end.
 */
export async function removeFactor(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const { address } = clientTrace(context, c)
  const id = await inTransaction(context.pool, async (tx) => {
    await findUserById(tx, caller.user.id, true)
    const factor = await lockFactor(tx, caller.user.id, c.req.param('id') ?? '')
    if (factor.status === 'verified') {
      if (caller.aal !== 'aal2')
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      requirePresence(caller)
    }
    await tx.query('delete from auth.mfa_factors where id = $1', [factor.id])
    await audit(tx, 'factor_unenrolled', caller.user, address)
    const left = await listFactors(tx, caller.user.id)
    if (factor.status === 'verified' && !left.some(({ status }) => status === 'verified')) {
      await dropRecoveryCodes(tx, caller.user.id)
      await lowerSessions(tx, caller.user.id)
    }
    return factor.id
  })
  return c.json({ id })
}
