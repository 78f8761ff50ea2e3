import { AuthError } from './auth-error.ts'
import type { AuthContext } from './auth-context.ts'
import { findUserByEmail, findUserByEmailChange, findUserById, isBanned } from './auth-user.ts'
import type { Transaction } from './database.ts'
import { confirmEmailChange } from './email-change.ts'
import {
  type OneTimeToken,
  type OneTimeTokenType,
  deleteTokens,
  findTokenByCode,
  useToken,
} from './one-time-tokens.ts'
import { confirmEmail } from './write-user.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** Which tokens a `type` of `/verify` may use up. */
const typesOf = new Map<string, OneTimeTokenType[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  // A sign-in code sent to a new address is a confirmation code too.
  ['magiclink', ['recovery_token', 'confirmation_token']],
  ['recovery', ['recovery_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/** The token types behind a `type`; 400 for one that is not served. */
export function tokenTypesOf(type: string): OneTimeTokenType[] {
  if (!type) throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
  const types = typesOf.get(type)
  if (types) return types
  if (type === 'sms' || type === 'phone_change')
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  throw new AuthError(400, 'validation_failed', 'Unsupported verification type')
}

/** 403 `otp_expired`: the one answer for wrong, old, used, voided and never issued codes. */
export const tokenExpired = (): AuthError =>
  new AuthError(403, 'otp_expired', 'Token has expired or is invalid')

/** Finds the token of a typed code by the address it was sent to, or null. The caller commits in both cases. */
export async function findTypedToken(
  tx: Transaction,
  typed: { email: string; code: string; types: OneTimeTokenType[] },
  maxTries: number,
): Promise<OneTimeToken | null> {
  const changing = typed.types.includes('email_change_token_new')
  const changer = changing ? await findUserByEmailChange(tx, typed.email) : null
  const user = (await findUserByEmail(tx, typed.email)) ?? changer
  // Without a user the same questions are asked, about nobody.
  return findTokenByCode(tx, { userId: user?.id ?? nobody, ...typed }, maxTries)
}

/**
 * Uses a token up and does what it stands for. Answers the user to sign in, or null when the change of an address
 * still waits for its other side.
 */
export async function redeemToken(
  context: AuthContext,
  tx: Transaction,
  token: OneTimeToken,
): Promise<string | null> {
  // The user is locked before the token, as in every other request, so that no two wait for each other.
  const user = await findUserById(tx, token.user_id, true)
  if (!user) throw tokenExpired()
  if (!(await useToken(tx, token))) throw tokenExpired()
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (token.token_type === 'email_change_token_current' || token.token_type === 'email_change_token_new') {
    return (await confirmEmailChange(tx, user)) ? user.id : null
  }
  await confirmEmail(tx, user, token.issued_for === 'signup')
  await deleteTokens(tx, user.id, ['confirmation_token', 'recovery_token'])
  // The code has arrived: the pause before the next mail has done its work.
  for (const kind of ['signup', 'magiclink', 'recovery'] as const)
    context.limits.mailGaps.clear(kind, user.email)
  return user.id
}
