import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { listFactors } from '../factors.ts'
import { requirePresence } from '../prove-presence.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../recovery-codes.ts'
import { type SignedIn, signedInUser } from '../signed-in-user.ts'

/** `GET /factors/recovery-codes` (ours alone): how many are left. */
export async function readRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await signedInUser(context, c)
  return c.json({ left: await countRecoveryCodes(context.pool, user.id) })
}

/** `POST /factors/recovery-codes` (ours alone): ten new codes, shown this once. Needs `aal2` and a recent proof of presence. */
export async function renewRecoveryCodes(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const { key, address } = clientTrace(context, c)
  await context.limits.factors.take(key)
  const codes = await inTransaction(context.pool, async (tx) => {
    await findUserById(tx, caller.user.id, true)
    await requireFactor(context, caller)
    await audit(tx, 'generate_recovery_codes', caller.user, address)
    return makeRecoveryCodes(tx, context.secrets, caller.user.id)
  })
  return c.json({ codes })
}

async function requireFactor(context: AuthContext, caller: SignedIn): Promise<void> {
  const factors = await listFactors(context.pool, caller.user.id)
  if (!factors.some(({ status }) => status === 'verified'))
    throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  if (caller.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
  requirePresence(caller)
}
