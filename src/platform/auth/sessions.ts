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

/**
 * Raises a session to `aal2` and answers its body. Every earlier refresh token of it dies, or a copy of one made before the
 * second step would be worth as much as one made after it; so do the person's other sessions that lack the second step.
 */
export async function raiseSession(
  context: AuthContext,
  tx: Transaction,
  user: AuthUser,
  sessionId: string,
  proof: { method: string; factorId: string },
): Promise<Record<string, unknown>> {
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, proof.method],
  )
  await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refreshed_at = now(), updated_at = now() where id = $1`,
    [sessionId, proof.factorId],
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id])
  await tx.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  const refreshToken = await addRefreshToken(context, tx, { sessionId, userId: user.id, parent: null })
  return sessionBody(context, tx, user, sessionId, refreshToken)
}

/** Without a factor nothing is proven twice: all sessions of a user go back to `aal1`. */
export async function lowerSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1`, [userId])
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method in ('totp', 'recovery_code')
       and session_id in (select id from auth.sessions where user_id = $1)`,
    [userId],
  )
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
