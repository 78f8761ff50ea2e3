import { must } from '#base/assert.ts'
import type { AuthContext } from './auth-context.ts'
import type { Queryable } from './database.ts'
import { hmac, sha256 } from './random-secrets.ts'

export interface RefreshTokenRow {
  id: string
  token: string
  revoked: boolean
  parent: string | null
  session_id: string
  user_id: string
  /** Whether it was revoked so recently that two tabs may have sent it at once. */
  just_revoked: boolean
}

const reuseSeconds = 10
const columns = `id, token, revoked, parent, session_id, user_id,
  revoked and updated_at > now() - interval '${reuseSeconds} seconds' as just_revoked`

/**
 * The token of a row. It is computed, not stored: the database holds its hash alone, and yet the active token can be
 * given out again when the answer that carried it was lost.
 */
export const refreshTokenOf = (context: AuthContext, sessionId: string, id: string): string =>
  hmac(context.secrets.refreshTokenKey, `${sessionId}.${id}`).toString('base64url')

/** Adds a token to a session and answers it. `parent` is the hash of the one it replaces. */
export async function addRefreshToken(
  context: AuthContext,
  tx: Queryable,
  owner: { sessionId: string; userId: string; parent: string | null },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(`select nextval('auth.refresh_tokens_id_seq') as id`)
  const { id } = must(rows[0])
  const token = refreshTokenOf(context, owner.sessionId, id)
  await tx.query(
    'insert into auth.refresh_tokens (id, token, user_id, parent, session_id) values ($1, $2, $3, $4, $5)',
    [id, sha256(token), owner.userId, owner.parent, owner.sessionId],
  )
  return token
}

export async function findRefreshToken(tx: Queryable, token: string): Promise<RefreshTokenRow | null> {
  const { rows } = await tx.query<RefreshTokenRow>(
    `select ${columns} from auth.refresh_tokens where token = $1`,
    [sha256(token)],
  )
  return rows[0] ?? null
}

/** The one token of a session that is not used up, or null. */
export async function findActiveRefreshToken(
  tx: Queryable,
  sessionId: string,
): Promise<RefreshTokenRow | null> {
  const { rows } = await tx.query<RefreshTokenRow>(
    `select ${columns} from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1`,
    [sessionId],
  )
  return rows[0] ?? null
}

export async function revokeRefreshToken(tx: Queryable, id: string): Promise<void> {
  await tx.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [id])
}
