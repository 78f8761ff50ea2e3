import { AuthError } from './auth-error.ts'
import type { AuthContext } from './auth-context.ts'
import { findUserByEmailChange, findUserById, findUserByPhoneChange, isBanned } from './auth-user.ts'
import { type Contact, findUserByContact } from './contact.ts'
import type { Queryable, Transaction } from './database.ts'
import { confirmEmailChange } from './email-change.ts'
import { confirmPhoneChange } from './phone-change.ts'
import {
  type OneTimeToken,
  type OneTimeTokenType,
  deleteTokens,
  type SentCodes,
  useToken,
} from './one-time-tokens.ts'
import { confirmEmail, confirmPhone } from './write-user.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** Which tokens a `type` of `/verify` may use up. */
const typesOf = new Map<string, OneTimeTokenType[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  // A sign-in code sent to a new address is a confirmation code too.
  ['magiclink', ['recovery_token', 'confirmation_token']],
  ['recovery', ['recovery_token']],
  ['sms', ['confirmation_token', 'recovery_token']],
  ['phone_change', ['phone_change_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/** The token types behind a `type`; 400 for one that is not served. */
export function tokenTypesOf(type: string): OneTimeTokenType[] {
  if (!type) throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
  const types = typesOf.get(type)
  if (types) return types
  throw new AuthError(400, 'validation_failed', 'Unsupported verification type')
}

/** 403 `otp_expired`: the one answer for wrong, old, used, voided and never issued codes. */
export const tokenExpired = (): AuthError =>
  new AuthError(403, 'otp_expired', 'Token has expired or is invalid')

/** Whose codes are sent to a contact: the person's who has it, or is about to change to it. */
export async function codesSentTo(
  db: Queryable,
  { contact, types }: { contact: Contact; types: OneTimeTokenType[] },
): Promise<SentCodes> {
  const changing = types.includes('email_change_token_new') || types.includes('phone_change_token')
  const findChanger = contact.kind === 'email' ? findUserByEmailChange : findUserByPhoneChange
  const changer = changing ? await findChanger(db, contact.value) : null
  const user = (await findUserByContact(db, contact)) ?? changer
  // Without a user the same questions are asked, about nobody.
  return { userId: user?.id ?? nobody, email: contact.value, types }
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
  if (token.token_type === 'phone_change_token') {
    const notice = await confirmPhoneChange(tx, user)
    // The number before hears of it; that it could not be told is no reason to keep it.
    if (notice)
      await context
        .sendMail(notice)
        .catch((error: Error) => context.log(`A notice was not sent: ${error.message}`))
    return user.id
  }
  const confirm = token.relates_to === user.phone && user.phone !== '' ? confirmPhone : confirmEmail
  await confirm(tx, user, token.issued_for === 'signup')
  await deleteTokens(tx, user.id, ['confirmation_token', 'recovery_token'])
  // The code has arrived: the pause before the next mail has done its work.
  for (const kind of ['signup', 'invite', 'magiclink', 'recovery'] as const)
    await context.limits.mailGaps.clear(kind, token.relates_to, tx)
  return user.id
}
