import { newToken } from '#base/ids.ts'
import type pg from 'pg'
import { AuthError } from './auth-error.ts'
import { findUserById } from './auth-user.ts'
import { type Queryable, type Transaction, inTransaction } from './database.ts'
import type { CodeChallenge } from './flow-state.ts'
import { sha256 } from './random-secrets.ts'

/** One try to sign in with an account elsewhere, between leaving and coming back. */
export interface ProviderAttempt {
  provider: string
  nonce: string
  code_verifier: string
  redirect_to: string
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  browser_hash: string
  link_user_id: string | null
  /** The password, as it is kept, of who connects an account, when they came back. */
  link_password: string | null
}

/** Somebody signed in who connects one more account, and the session in which they do. */
export interface Linking {
  userId: string
  sessionId: string
}

const lifeSeconds = 600

/** Notes an attempt. Answers the secrets that travel: `state` to the provider, `browser` in a cookie. */
export async function beginAttempt(
  pool: pg.Pool,
  wanted: {
    provider: string
    redirectTo: string
    challenge: CodeChallenge | null
    linking: Linking | null
  },
): Promise<{ state: string; nonce: string; codeVerifier: string; browser: string }> {
  const [state, nonce, browser, codeVerifier] = [newToken(), newToken(), newToken(), newToken() + newToken()]
  await inTransaction(pool, async (tx) => {
    if (wanted.linking) await requireSession(tx, wanted.linking)
    await tx.query(
      `insert into auth.provider_attempts (state_hash, provider, nonce, code_verifier, redirect_to, code_challenge,
       code_challenge_method, browser_hash, link_user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        sha256(state),
        wanted.provider,
        nonce,
        codeVerifier,
        wanted.redirectTo,
        wanted.challenge?.challenge ?? null,
        wanted.challenge?.method ?? null,
        sha256(browser),
        wanted.linking?.userId ?? null,
      ],
    )
  })
  return { state, nonce, codeVerifier, browser }
}

/** A password that is being changed ends sessions and attempts: whoever comes between both is told when that is done. */
async function requireSession(tx: Transaction, { userId, sessionId }: Linking): Promise<void> {
  await findUserById(tx, userId, true)
  const { rows } = await tx.query<{ alive: boolean }>('select auth.session_is_alive($1, $2) as alive', [
    sessionId,
    userId,
  ])
  if (!rows[0]?.alive)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** Takes an attempt up, once and within ten minutes; null for any other `state`. */
export async function takeAttempt(db: Queryable, state: string): Promise<ProviderAttempt | null> {
  const { rows } = await db.query<ProviderAttempt & { fresh: boolean }>(
    `delete from auth.provider_attempts where state_hash = $1
     returning provider, nonce, code_verifier, redirect_to, code_challenge, code_challenge_method, browser_hash,
       link_user_id, (select u.encrypted_password from auth.users u where u.id = link_user_id) as link_password,
       created_at > now() - interval '${lifeSeconds} seconds' as fresh`,
    [sha256(state)],
  )
  return rows[0]?.fresh ? rows[0] : null
}
