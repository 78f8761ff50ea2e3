import type { Context } from 'hono'
import { isUuid } from '#base/ids.ts'
import { verifyAccessToken } from './access-token.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { type AuthUser, findUserById, isBanned } from './auth-user.ts'

export interface SignedIn {
  user: AuthUser
  sessionId: string
  sessionStartedAt: Date
  /** `aal2` when both the token and the session itself say so: neither an old token nor a lowered session counts. */
  aal: 'aal1' | 'aal2'
  /** When the person last proved to be there: password, code, second factor. Renewing a token proves nothing. */
  provenAt: Date
}

interface SessionRow {
  alive: boolean
  created_at: Date | null
  aal: string | null
  proven_at: Date | null
}

/** Who sends this request. 401 without a token; 403 for a bad one, an ended session, a removed or banned user. */
export async function signedInUser(context: AuthContext, c: Context): Promise<SignedIn> {
  const token = /^Bearer ([^\s]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token || token === context.secrets.anonKey || token === context.secrets.serviceKey) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const { userId, sessionId, aal } = await verifyAccessToken(context, token)
  if (!isUuid(userId) || !isUuid(sessionId))
    throw new AuthError(403, 'bad_jwt', 'invalid claim: sub or session_id')
  const { rows } = await context.pool.query<SessionRow>(
    `select auth.session_is_alive($1, $2) as alive, s.created_at, s.aal,
       (select max(c.updated_at) from auth.mfa_amr_claims c where c.session_id = $1) as proven_at
     from (select 1) as one left join auth.sessions s on s.id = $1`,
    [sessionId, userId],
  )
  const user = await findUserById(context.pool, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  const session = rows[0]
  if (!session?.alive || !session.created_at) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return {
    user,
    sessionId,
    sessionStartedAt: session.created_at,
    aal: aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1',
    provenAt: session.proven_at ?? session.created_at,
  }
}
