import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthUser, findUserById, isBanned } from '../auth-user.ts'
import { must } from '#base/assert.ts'
import { clientTrace } from '../client-trace.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { sha256 } from '../random-secrets.ts'
import {
  type RefreshTokenRow,
  addRefreshToken,
  findActiveRefreshToken,
  findRefreshToken,
  refreshTokenOf,
  revokeRefreshToken,
} from '../refresh-tokens.ts'
import { readBody } from '../request-body.ts'
import { endSessions, idleDays, sessionBody } from '../sessions.ts'

const notFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/**
 * `POST /token?grant_type=refresh_token`: each token is good for one refresh. A used one still answers with the active
 * one when that is its direct successor (the answer was lost) or within ten seconds (two tabs at once); any other
 * reuse means that somebody has a copy, and the session ends for everybody.
 */
export async function refreshSession(context: AuthContext, c: Context): Promise<Response> {
  const token = (await readBody(c)).text('refresh_token')
  if (!token) throw new AuthError(400, 'validation_failed', 'refresh_token required')
  const { key, address } = clientTrace(context, c)
  await context.limits.token.take(key)
  // The end of a session must be committed although the request is refused: so the refusal is a value here.
  const outcome = await inTransaction(context.pool, (tx) => refresh(context, tx, token, address))
  if (outcome instanceof AuthError) throw outcome
  return c.json(outcome)
}

async function refresh(
  context: AuthContext,
  tx: Transaction,
  token: string,
  address: string,
): Promise<Record<string, unknown> | AuthError> {
  const found = await findRefreshToken(tx, token)
  if (!found) return notFound()
  const { rows } = await tx.query<{ over: boolean }>(
    `select coalesce(not_after <= now(), false) or coalesce(refreshed_at, created_at) <= now() - interval '${idleDays} days' as over
     from auth.sessions where id = $1 for update`,
    [found.session_id],
  )
  // Read again now that the session is locked: a request beside this one may have used it.
  const row = await findRefreshToken(tx, token)
  if (!rows[0] || !row) return notFound()
  const user = await findUserById(tx, row.user_id)
  if (!user) return notFound()
  if (isBanned(user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (rows[0].over) {
    await endSessions(tx, user.id, { only: row.session_id })
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  const next = row.revoked ? await successor(context, tx, row) : await rotate(context, tx, row)
  if (next === null) return endFamily(tx, user, row, address)
  await tx.query('update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1', [
    row.session_id,
  ])
  return sessionBody(context, tx, must(await findUserById(tx, user.id)), row.session_id, next)
}

async function rotate(context: AuthContext, tx: Transaction, row: RefreshTokenRow): Promise<string> {
  await revokeRefreshToken(tx, row.id)
  return addRefreshToken(context, tx, { sessionId: row.session_id, userId: row.user_id, parent: row.token })
}

/** The active token for the holder of a used one, or null when that holder must be a thief (or the owner after one). */
async function successor(
  context: AuthContext,
  tx: Transaction,
  row: RefreshTokenRow,
): Promise<string | null> {
  const active = await findActiveRefreshToken(tx, row.session_id)
  if (!active || (active.parent !== row.token && !row.just_revoked)) return null
  const token = refreshTokenOf(context, active.session_id, active.id)
  // After a change of the configured secret the active token cannot be computed any more: then it is replaced.
  return sha256(token) === active.token ? token : rotate(context, tx, active)
}

async function endFamily(
  tx: Transaction,
  user: AuthUser,
  row: RefreshTokenRow,
  address: string,
): Promise<AuthError> {
  await endSessions(tx, user.id, { only: row.session_id })
  await audit(tx, 'token_revoked', user, address)
  return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}
