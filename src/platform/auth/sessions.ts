import { isIP } from 'node:net'
import { newId } from '#base/ids.ts'
import { accessTokenSeconds, signAccessToken } from './access-token.ts'
import type { AuthContext } from './auth-context.ts'
import { type AuthUser, findUserById } from './auth-user.ts'
import { must } from '#base/assert.ts'
import type { Queryable, Transaction } from './database.ts'
import { addRefreshToken } from './refresh-tokens.ts'
import { shapeUser } from './shape-user.ts'

/** Days without a refresh after which a session is over (the same number stands in `auth.session_is_alive`). */
export const idleDays = 60

/** Where a session was begun from, shown to its owner. */
export interface ClientTrace {
  address: string
  userAgent: string
}

/** Begins a session and answers its body: tokens and user. `method` is what the user proved (`password`, `otp` …). */
export async function beginSession(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  method: string,
  trace: ClientTrace,
): Promise<Record<string, unknown>> {
  const sessionId = newId()
  await tx.query('insert into auth.sessions (id, user_id, user_agent, ip) values ($1, $2, $3, $4)', [
    sessionId,
    userId,
    trace.userAgent.slice(0, 500),
    isIP(trace.address) ? trace.address : null,
  ])
  await tx.query('insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)', [
    sessionId,
    method,
  ])
  await tx.query('update auth.users set last_sign_in_at = now() where id = $1', [userId])
  await tx.query(
    `update auth.identities set last_sign_in_at = now() where user_id = $1 and provider = 'email'`,
    [userId],
  )
  const refreshToken = await addRefreshToken(context, tx, { sessionId, userId, parent: null })
  const user = must(await findUserById(tx, userId))
  return sessionBody(context, tx, user, sessionId, refreshToken)
}

/** The body of every call that hands out tokens. */
export async function sessionBody(
  context: AuthContext,
  tx: Queryable,
  user: AuthUser,
  sessionId: string,
  refreshToken: string,
): Promise<Record<string, unknown>> {
  const { rows } = await tx.query<{ aal: string; method: string; timestamp: number }>(
    `select s.aal, c.authentication_method as method, extract(epoch from c.updated_at)::int as timestamp
     from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
     where s.id = $1 order by c.updated_at desc`,
    [sessionId],
  )
  const amr = rows.map(({ method, timestamp }) => ({ method, timestamp }))
  const { token, expiresAt } = await signAccessToken(context, user, {
    id: sessionId,
    aal: rows[0]?.aal ?? 'aal1',
    amr,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await shapeUser(tx, user),
  }
}

/** Ends sessions of a user at once: their access tokens stop counting, their refresh tokens go with them. */
export async function endSessions(
  db: Queryable,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    [userId, which.only ?? null, which.except ?? null],
  )
}
