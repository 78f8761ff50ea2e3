import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { findUserById, isBanned } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { connectAccount } from '../foreign-sign-in.ts'
import { redeemAuthCode } from '../flow-state.ts'
import { readBody } from '../request-body.ts'
import { beginSession } from '../sessions.ts'

/** `POST /token?grant_type=pkce` {auth_code, code_verifier}: the session behind an opened link, once. */
export async function exchangeCode(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const code = body.text('auth_code')
  const verifier = body.text('code_verifier')
  if (!code || !verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const trace = clientTrace(context, c)
  await context.limits.token.take(trace.key)
  const session = await inTransaction(context.pool, async (tx) => {
    const { userId, method, pending } = await redeemAuthCode(tx, code, verifier)
    const user = must(await findUserById(tx, userId, true), 'a flow state outlived its user')
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    if (pending) await connectAccount(tx, user, pending)
    await audit(tx, pending ? 'identity_linked' : 'login', user, trace.address)
    return beginSession(context, tx, userId, method, trace)
  })
  return c.json(session)
}
