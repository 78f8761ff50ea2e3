import type { AuthContext, PlatformMail } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { type AuthUser, findUserByEmail } from './auth-user.ts'
import type { Queryable, Transaction } from './database.ts'
import type { CodeChallenge } from './flow-state.ts'
import { deleteTokens, livingAddresses } from './one-time-tokens.ts'
import { prepareTokenMail } from './send-token-mail.ts'

const bothSides = ['email_change_token_current', 'email_change_token_new'] as const

/** 422 `email_exists`. */
export const emailExists = (): AuthError =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

/** Notes the wanted address; nothing that was confirmed before counts for it. */
export async function noteEmailChange(tx: Transaction, user: AuthUser, newEmail: string): Promise<void> {
  await tx.query('update auth.users set email_change = $2, email_change_confirm_status = $3 where id = $1', [
    user.id,
    newEmail,
    user.email === '' ? 1 : 0,
  ])
}

/** Notes the wanted address and prepares the two mails: both sides must confirm, in any order. */
export async function prepareEmailChange(
  context: AuthContext,
  tx: Transaction,
  user: AuthUser,
  wanted: { newEmail: string; redirectTo: string; challenge: CodeChallenge | null },
): Promise<PlatformMail[]> {
  await noteEmailChange(tx, user, wanted.newEmail)
  const mails: PlatformMail[] = []
  for (const type of bothSides) {
    const value = type === 'email_change_token_new' ? wanted.newEmail : user.email
    // Who signed up by phone has no address that could confirm its own end.
    if (value === '') continue
    const { redirectTo, challenge } = wanted
    mails.push(
      await prepareTokenMail(context, tx, {
        userId: user.id,
        to: { kind: 'email', value },
        type,
        kind: 'email_change',
        linkType: 'email_change',
        redirectTo,
        challenge,
      }),
    )
  }
  return mails
}

/**
 * Whose confirmation alone is missing; null before the first, when its mail has run out, and for a first address, which has
 * no other side.
 */
export async function unconfirmedSide(db: Queryable, user: AuthUser): Promise<string | null> {
  if (user.email === '' || user.email_change === '' || user.email_change_confirm_status === 0) return null
  const [waiting] = await livingAddresses(db, user.id, bothSides)
  return waiting ?? null
}

/** One side's confirmation. True when it was the second and the address has changed. 422 when it was taken meanwhile. */
export async function confirmEmailChange(tx: Transaction, user: AuthUser): Promise<boolean> {
  if (user.email_change_confirm_status === 0) {
    await tx.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1',
      [user.id],
    )
    return false
  }
  if (await findUserByEmail(tx, user.email_change)) throw emailExists()
  await tx.query(
    `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
       email_confirmed_at = now(), updated_at = now() where id = $1`,
    [user.id],
  )
  await tx.query(
    `insert into auth.identities as i (provider_id, user_id, provider, identity_data)
     values ($1::uuid::text, $1::uuid, 'email', jsonb_build_object('sub', $1::uuid::text, 'email', $2::text, 'email_verified', true))
     on conflict (provider_id, provider) do update set
       identity_data = i.identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()`,
    [user.id, user.email_change],
  )
  await deleteTokens(tx, user.id, [...bothSides, 'recovery_token'])
  return true
}
