import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { listFactors } from '../factors.ts'
import { connectAccount, userOfAccount } from '../foreign-sign-in.ts'
import { requirePresence } from '../prove-presence.ts'
import { equalSecrets } from '../random-secrets.ts'
import { readBody } from '../request-body.ts'
import { beginSession } from '../sessions.ts'
import { signedInUser } from '../signed-in-user.ts'

/**
 * `POST /token?grant_type=id_token` {provider, id_token, nonce?, link_identity?}: signs in with what a provider signed for
 * an application of ours; with `link_identity`, connects that account to the caller's.
 */
export async function signInWithIdToken(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const provider = context.providers.get(body.text('provider'))
  if (!provider) throw new AuthError(400, 'provider_disabled', 'Provider is not enabled')
  if (!body.text('id_token')) throw validationFailed('id_token required')
  const trace = clientTrace(context, c)
  await context.limits.token.take(trace.key)
  const { account, nonce } = await provider.verifyIdToken(body.text('id_token'))
  checkNonce(nonce, body.text('nonce'))
  const caller = body.flag('link_identity', false) ? await signedInUser(context, c) : null
  if (caller) requirePresence(caller)
  const session = await inTransaction(context.pool, async (tx) => {
    if (!caller) {
      const user = await userOfAccount(tx, account)
      await audit(tx, 'login', user, trace.address)
      return beginSession(context, tx, user.id, 'oauth', trace)
    }
    const user = must(await findUserById(tx, caller.user.id, true))
    const factors = await listFactors(tx, user.id)
    if (caller.aal !== 'aal2' && factors.some(({ status }) => status === 'verified'))
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to link an identity')
    await connectAccount(tx, user, account)
    await audit(tx, 'identity_linked', user, trace.address)
    return beginSession(context, tx, user.id, 'oauth', trace)
  })
  return c.json(session)
}

/** The token carries the hash of a secret of the application, or neither side has one. */
function checkNonce(claimed: string, given: string): void {
  if ((claimed === '') !== (given === ''))
    throw new AuthError(400, 'bad_jwt', 'Passed nonce and nonce in id_token should either both exist or not.')
  const hash = createHash('sha256').update(given).digest('hex')
  if (given !== '' && !equalSecrets(claimed, hash)) throw new AuthError(400, 'bad_jwt', 'Nonces mismatch')
}
