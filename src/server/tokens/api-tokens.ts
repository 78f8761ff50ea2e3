import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { ApiTokenWrite } from '#contracts/api-token.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordEvent } from '../releases/record-event.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import type { Services } from '../services.ts'
import { requireMember } from '../workspaces/require-member.ts'
import { hashApiToken, newApiToken, tokenHint } from './token-text.ts'

/** One person keeps no more than this in one workspace. */
const mostOfOne = 100

/**
 * Makes a token for the caller and answers its id and, this once, the token. Throws 403 for customers and for a role
 * above the caller's own, or without a recent sign-in; 422, 429.
 */
export async function createApiToken(
  tx: Tx,
  caller: Caller,
  services: Services,
  { name, role, valid_days: days }: ApiTokenWrite,
): Promise<{ id: string; token: string }> {
  const { workspace } = await requireMember(tx, caller)
  requirePresence(caller)
  services.limiter.take('api-token-made', caller.userId, 30, 3600)
  if (role !== null) {
    if (!workspace.roles.has(role))
      throw invalid([{ path: 'role', code: 'unknown_role', message: 'There is no such role.' }])
    requireHandOut(workspace, caller, role)
  }
  return keepToken(tx, caller, { userId: caller.userId, name, role, days })
}

/** Writes a token down for a member and answers it, this once. The rights have been checked. Throws 422 for too many. */
export async function keepToken(
  tx: Tx,
  caller: Caller,
  { userId, name, role, days }: { userId: string; name: string; role: string | null; days: number },
): Promise<{ id: string; token: string }> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from app.api_tokens
     where tenant_id = $1 and user_id = $2 and revoked_at is null and expires_at > now()`,
    [caller.tenantId, userId],
  )
  if ((rows[0]?.count ?? 0) >= mostOfOne)
    throw invalid([{ path: 'name', code: 'limit', message: 'You have too many tokens. Revoke some first.' }])
  const id = newId()
  const token = newApiToken()
  const hash = Buffer.from(must(hashApiToken(token)), 'hex')
  const expires = new Date(Date.now() + days * 24 * 3600 * 1000)
  await tx.query(
    `insert into app.api_tokens (tenant_id, id, name, role, token_hash, hint, valid_days, expires_at, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [caller.tenantId, id, name, role, hash, tokenHint(token), days, expires, userId],
  )
  await tx.query(`select app.remember_token($1, 'api', $2)`, [hash, expires])
  await recordEvent(tx, caller, {
    kind: 'created',
    subject: 'api_token',
    recordId: id,
    after: {
      name,
      role,
      expires_at: expires.toISOString(),
      ...(userId !== caller.userId && { user_id: userId }),
    },
  })
  return { id, token }
}

/**
 * Ends a token: one's own, or anybody's for those who manage people. What is not there or not to be seen is 404; one that
 * is over is left as it is. Needs a transaction of mode `release`, so that no write of the token is under way.
 */
export async function revokeApiToken(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { access } = await requireMember(tx, caller)
  const { rows } = await tx.query<{ name: string; revoked: boolean }>(
    `select name, revoked_at is not null as revoked from app.api_tokens
     where tenant_id = $1 and id::text = $2 and ($3 or user_id = $4)`,
    [caller.tenantId, id, access.manages('members'), caller.userId],
  )
  const [token] = rows
  if (!token) throw new AppError('not_found')
  if (token.revoked) return
  await tx.query(
    'update app.api_tokens set revoked_at = now(), revoked_by = $3 where tenant_id = $1 and id = $2',
    [caller.tenantId, id, caller.userId],
  )
  await recordEvent(tx, caller, {
    kind: 'revoked',
    subject: 'api_token',
    recordId: id,
    before: { name: token.name },
  })
}
