import { AuthError, tooManyRequests } from './auth-error.ts'
import type { Queryable, Transaction } from './database.ts'

/** A row of `auth.mfa_factors`. */
export interface Factor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  last_challenged_at: Date | null
  last_step: string
  wrong_tries: number
  blocked_until: Date | null
}

const columns = `id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, last_challenged_at,
  last_step, wrong_tries, blocked_until`

const firstPauseSeconds = 30
const longestPauseSeconds = 900

/** The factors of a user, oldest first. */
export async function listFactors(db: Queryable, userId: string): Promise<Factor[]> {
  const { rows } = await db.query<Factor>(
    `select ${columns} from auth.mfa_factors where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

/** A factor of this very user, locked. 404 `mfa_factor_not_found` for anybody else's, exactly as for none. */
export async function lockFactor(tx: Transaction, userId: string, id: string): Promise<Factor> {
  const { rows } = await tx.query<Factor>(
    `select ${columns} from auth.mfa_factors where id::text = $1 and user_id = $2 for update`,
    [id.toLowerCase(), userId],
  )
  if (!rows[0]) throw factorNotFound()
  return rows[0]
}

export const factorNotFound = (): AuthError => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')

/** 429 while a pause after wrong codes lasts. */
export function refuseWhilePaused(factor: Factor): void {
  const left = ((factor.blocked_until?.getTime() ?? 0) - Date.now()) / 1000
  if (left > 0) throw tooManyRequests(left)
}

/**
 * Notes a wrong code. From the `freeTries`th in a row on the pauses before the next one grow, from half a minute to a
 * quarter of an hour; in the database, so that they hold for every process. The caller commits.
 */
export async function noteWrongCode(tx: Transaction, factor: Factor, freeTries: number): Promise<void> {
  const excess = factor.wrong_tries + 1 - freeTries
  const pause = excess < 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** excess)
  await tx.query(
    `update auth.mfa_factors set wrong_tries = wrong_tries + 1, updated_at = now(),
       blocked_until = now() + make_interval(secs => $2) where id = $1`,
    [factor.id, pause],
  )
}

/** As the client shows a factor; the secret never. */
export const shapeFactor = (factor: Factor): Record<string, unknown> => ({
  id: factor.id,
  created_at: factor.created_at.toISOString(),
  updated_at: factor.updated_at.toISOString(),
  status: factor.status,
  friendly_name: factor.friendly_name ?? '',
  factor_type: factor.factor_type,
  ...(factor.last_challenged_at && { last_challenged_at: factor.last_challenged_at.toISOString() }),
})
