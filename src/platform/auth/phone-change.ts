import type { AuthContext, PlatformMail } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { type AuthUser, findUserByPhone } from './auth-user.ts'
import { noticeText } from './compose-mail.ts'
import type { Transaction } from './database.ts'
import { prepareTokenMail } from './send-token-mail.ts'

/** 422 `phone_exists`. */
export const phoneExists = (): AuthError =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

/** Notes the wanted number and prepares its code. */
export async function preparePhoneChange(
  context: AuthContext,
  tx: Transaction,
  user: AuthUser,
  phone: string,
): Promise<PlatformMail> {
  await tx.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    user.id,
    phone,
  ])
  return prepareTokenMail(context, tx, {
    userId: user.id,
    to: { kind: 'phone', value: phone },
    type: 'phone_change_token',
    kind: 'phone_change',
    linkType: 'signup',
    redirectTo: '',
    challenge: null,
  })
}

/** The new number's code was typed: it is the user's now. Answers the notice to the number before, if there was one. */
export async function confirmPhoneChange(tx: Transaction, user: AuthUser): Promise<PlatformMail | null> {
  if (await findUserByPhone(tx, user.phone_change)) throw phoneExists()
  await tx.query(
    `update auth.users set phone = phone_change, phone_change = '', phone_confirmed_at = now(), updated_at = now() where id = $1`,
    [user.id],
  )
  await tx.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1::uuid::text, $1::uuid, 'phone', $2)
     on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = now()`,
    [user.id, { sub: user.id, phone: user.phone_change, email_verified: false, phone_verified: true }],
  )
  return user.phone === ''
    ? null
    : noticeText(user.phone, 'The phone number of your Formwork account was changed.')
}
