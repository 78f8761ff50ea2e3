import { newToken } from '#base/ids.ts'
import type { Queryable } from './database.ts'
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
}

const lifeSeconds = 600

/** Notes an attempt. Answers the secrets that travel: `state` to the provider, `browser` in a cookie. */
export async function beginAttempt(
  db: Queryable,
  wanted: {
    provider: string
    redirectTo: string
    challenge: CodeChallenge | null
    linkUserId: string | null
  },
): Promise<{ state: string; nonce: string; codeVerifier: string; browser: string }> {
  const [state, nonce, browser, codeVerifier] = [newToken(), newToken(), newToken(), newToken() + newToken()]
  await db.query(
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
      wanted.linkUserId,
    ],
  )
  return { state, nonce, codeVerifier, browser }
}

/** Takes an attempt up, once and within ten minutes; null for any other `state`. */
export async function takeAttempt(db: Queryable, state: string): Promise<ProviderAttempt | null> {
  const { rows } = await db.query<ProviderAttempt & { fresh: boolean }>(
    `delete from auth.provider_attempts where state_hash = $1
     returning provider, nonce, code_verifier, redirect_to, code_challenge, code_challenge_method, browser_hash,
       link_user_id, created_at > now() - interval '${lifeSeconds} seconds' as fresh`,
    [sha256(state)],
  )
  return rows[0]?.fresh ? rows[0] : null
}
