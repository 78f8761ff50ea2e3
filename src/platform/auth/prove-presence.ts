import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { contactOf } from './contact.ts'
import { inTransaction } from './database.ts'
import { findTokenByCode, type SentCodes, useToken } from './one-time-tokens.ts'
import type { SignedIn } from './signed-in-user.ts'
import { takeCodeTry } from './take-code-try.ts'
import { tryPassword } from './try-password.ts'

const freshMs = 24 * 3_600_000
const recentMs = 3_600_000

/**
 * Lets factors, addresses and linked accounts be changed within an hour of a sign-in or second step, so that a laptop
 * left open gives none of them away. 400 `reauthentication_needed`.
 */
export function requirePresence({ provenAt }: SignedIn): void {
  if (Date.now() - provenAt.getTime() > recentMs)
    throw new AuthError(400, 'reauthentication_needed', 'This change requires a recent sign-in')
}

/**
 * Lets a password be changed in a session younger than a day; an older one (a laptop left open) has to show the
 * current password or a mailed nonce. 400 `reauthentication_needed`, 422 `reauthentication_not_valid`.
 */
export async function provePresence(
  context: AuthContext,
  { user, sessionStartedAt }: SignedIn,
  proof: { nonce: string; currentPassword: string },
  trace: { key: string; address: string },
): Promise<void> {
  if (proof.currentPassword && user.encrypted_password) {
    const account = contactOf(user).value
    const right = await tryPassword(context, { account, password: proof.currentPassword, trace }, () =>
      Promise.resolve(user),
    )
    if (!right) throw new AuthError(400, 'invalid_credentials', 'The current password is not right')
    return
  }
  if (Date.now() - sessionStartedAt.getTime() < freshMs) return
  if (!proof.nonce)
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  const sent: SentCodes = { userId: user.id, email: contactOf(user).value, types: ['reauthentication_token'] }
  const proven =
    (await takeCodeTry(context, sent, trace)) &&
    (await inTransaction(context.pool, async (tx) => {
      const token = await findTokenByCode(tx, { ...sent, code: proof.nonce }, context.limits.codeTries)
      return token !== null && useToken(tx, token)
    }))
  if (!proven) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
