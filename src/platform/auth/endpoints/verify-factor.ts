import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { openSecret } from '../factor-secret.ts'
import { type Factor, lockFactor, noteWrongCode, refuseWhilePaused } from '../factors.ts'
import { useRecoveryCode } from '../recovery-codes.ts'
import { readBody } from '../request-body.ts'
import { raiseSession } from '../sessions.ts'
import { type SignedIn, signedInUser } from '../signed-in-user.ts'
import { stepOfCode } from '../totp.ts'
import { challengeSeconds } from './challenge-factor.ts'

interface Attempt {
  factorId: string
  challengeId: string
  code: string
  address: string
}

/**
 * `POST /factors/:id/verify` {challenge_id, code}: the second step of a sign-in, or the end of an enrolment. Answers the
 * session at `aal2` with tokens of its own. A verified factor also takes a recovery code. No code counts twice, not even
 * within its half minute (the hosted service lets it, across challenges).
 */
export async function verifyFactor(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const body = await readBody(c)
  const challengeId = body.text('challenge_id')
  const code = body.text('code').trim()
  if (!code) throw validationFailed('Code needs to be non-empty')
  const { key, address } = clientTrace(context, c)
  await context.limits.factors.take(key)
  const attempt = { factorId: c.req.param('id') ?? '', challengeId, code, address }
  // A wrong code must be counted although the request is refused: so the refusal is a value here.
  const outcome = await inTransaction(context.pool, (tx) => tryCode(context, tx, caller, attempt))
  if (outcome instanceof AuthError) throw outcome
  return c.json(outcome)
}

async function tryCode(
  context: AuthContext,
  tx: Transaction,
  caller: SignedIn,
  { factorId, challengeId, code, address }: Attempt,
): Promise<Record<string, unknown> | AuthError> {
  const user = must(await findUserById(tx, caller.user.id, true))
  const factor = await lockFactor(tx, user.id, factorId)
  refuseWhilePaused(factor)
  const refusal = await useChallenge(tx, factor, challengeId)
  if (refusal) return refusal
  const method = await methodOf(context, tx, factor, code)
  if (!method) {
    await noteWrongCode(tx, factor, context.limits.factorTries)
    return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  const isNew = factor.status === 'unverified'
  await tx.query('update auth.mfa_challenges set verified_at = now() where id::text = $1', [challengeId])
  await tx.query(
    `update auth.mfa_factors set status = 'verified', wrong_tries = 0, blocked_until = null, updated_at = now() where id = $1`,
    [factor.id],
  )
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [user.id],
  )
  await audit(tx, isNew ? 'factor_verified' : 'verification_attempted', user, address)
  return raiseSession(context, tx, user, caller.sessionId, { method, factorId: factor.id })
}

async function useChallenge(tx: Transaction, factor: Factor, id: string): Promise<AuthError | null> {
  const { rows } = await tx.query<{ fresh: boolean; used: boolean }>(
    `select created_at > now() - interval '${challengeSeconds} seconds' as fresh, verified_at is not null as used
     from auth.mfa_challenges where id::text = $1 and factor_id = $2 for update`,
    [id.toLowerCase(), factor.id],
  )
  const challenge = rows[0]
  if (!challenge || challenge.used)
    return new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (challenge.fresh) return null
  await tx.query('delete from auth.mfa_challenges where id::text = $1', [id.toLowerCase()])
  return new AuthError(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  )
}

/** What a code proves, or null. A code of the authenticator is noted as used. */
async function methodOf(
  context: AuthContext,
  tx: Transaction,
  factor: Factor,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  if (/^\d{6}$/.test(code)) {
    const step = stepOfCode(openSecret(context.secrets.factorKey, factor.id, factor.secret ?? ''), code)
    if (step === null || step <= Number(factor.last_step)) return null
    await tx.query('update auth.mfa_factors set last_step = $2 where id = $1', [factor.id, step])
    return 'totp'
  }
  if (factor.status !== 'verified') return null
  return (await useRecoveryCode(tx, context.secrets, factor.user_id, code)) ? 'recovery_code' : null
}
