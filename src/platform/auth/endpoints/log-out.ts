import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { endSessions } from '../sessions.ts'
import { signedInUser } from '../signed-in-user.ts'

/** `POST /logout?scope=global|local|others`: 204. Ended sessions' tokens count no more from this moment. */
export async function logOut(context: AuthContext, c: Context): Promise<Response> {
  const scope = c.req.query('scope') ?? 'global'
  const { user, sessionId } = await signedInUser(context, c)
  const which = { global: {}, local: { only: sessionId }, others: { except: sessionId } }[scope]
  if (!which) throw validationFailed(`Unsupported logout scope "${scope.slice(0, 20)}"`)
  await inTransaction(context.pool, async (tx) => {
    await endSessions(tx, user.id, which)
    await audit(tx, 'logout', user, clientTrace(context, c).address)
  })
  return c.body(null, 204)
}
