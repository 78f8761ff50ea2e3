import type { Context } from 'hono'
import { isIP } from 'node:net'
import { newId } from '#base/ids.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { lockFactor, refuseWhilePaused } from '../factors.ts'
import { signedInUser } from '../signed-in-user.ts'

/** Seconds a challenge may be answered. */
export const challengeSeconds = 300

/** `POST /factors/:id/challenge`: asks for a code of a factor of the caller. */
export async function challengeFactor(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await signedInUser(context, c)
  const { key, address } = clientTrace(context, c)
  await context.limits.factors.take(key)
  const id = newId()
  const factor = await inTransaction(context.pool, async (tx) => {
    const factor = await lockFactor(tx, user.id, c.req.param('id') ?? '')
    refuseWhilePaused(factor)
    await tx.query('insert into auth.mfa_challenges (id, factor_id, ip_address) values ($1, $2, $3)', [
      id,
      factor.id,
      isIP(address) ? address : null,
    ])
    await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
    await audit(tx, 'challenge_created', user, address)
    return factor
  })
  return c.json({
    id,
    type: factor.factor_type,
    expires_at: Math.floor(Date.now() / 1000) + challengeSeconds,
  })
}
