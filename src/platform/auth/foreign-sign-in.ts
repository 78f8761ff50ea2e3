import { newId } from '#base/ids.ts'
import type { JsonObject } from '#base/json.ts'
import { AuthError } from './auth-error.ts'
import { type AuthUser, findUserByEmail, findUserById, isBanned } from './auth-user.ts'
import type { Transaction } from './database.ts'
import type { ForeignAccount } from './providers.ts'
import { confirmEmail } from './write-user.ts'

interface IdentityRow {
  id: string
  user_id: string
  identity_data: JsonObject
}

/**
 * The user behind an account elsewhere: who connected it before; else who has the address that a trusted provider vouches
 * for; else a new one. An address nobody we trust vouches for opens and makes no account, whether it is known here or not.
 */
export async function userOfAccount(tx: Transaction, account: ForeignAccount): Promise<AuthUser> {
  const known = await findIdentity(tx, account)
  if (known) {
    await refreshIdentity(tx, known, account)
    return usable(await findUserById(tx, known.user_id, true))
  }
  if (!account.emailTrusted) throw notVouchedFor()
  const user = usable((await findUserByEmail(tx, account.email, true)) ?? (await makeUser(tx, account)))
  // Somebody else may have typed this address and a password before: that password ends here.
  if (!user.email_confirmed_at) await confirmEmail(tx, user, false)
  await addIdentity(tx, user, account)
  return user
}

/** Connects one more account to a user. 422 `identity_already_exists` when it is connected, to whomever. */
export async function connectAccount(
  tx: Transaction,
  user: AuthUser,
  account: ForeignAccount,
): Promise<void> {
  if (await findIdentity(tx, account))
    throw new AuthError(422, 'identity_already_exists', 'Identity is already linked')
  await addIdentity(tx, user, account)
}

const notVouchedFor = (): AuthError =>
  new AuthError(
    422,
    'provider_email_needs_verification',
    'This provider does not vouch for the address. Sign in with the address itself first, then connect this account in your profile.',
  )

/** A user who may sign in. 403 for one who is gone or banned. */
export function usable(user: AuthUser | null): AuthUser {
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found')
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  return user
}

async function findIdentity(tx: Transaction, account: ForeignAccount): Promise<IdentityRow | null> {
  const { rows } = await tx.query<IdentityRow>(
    'select id, user_id, identity_data from auth.identities where provider = $1 and provider_id = $2 for update',
    [account.provider, account.subject],
  )
  const row = rows[0]
  if (!row) return null
  // The same subject of another issuer is somebody else, also when the operator gave the name to a new issuer.
  if (row.identity_data['iss'] !== account.issuer)
    throw new AuthError(422, 'identity_already_exists', 'This identity belongs to another issuer')
  return row
}

async function refreshIdentity(tx: Transaction, row: IdentityRow, account: ForeignAccount): Promise<void> {
  await tx.query(
    'update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now() where id = $1',
    [row.id, account.profile],
  )
}

async function addIdentity(tx: Transaction, user: AuthUser, account: ForeignAccount): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at) values ($1, $2, $3, $4, now())`,
    [account.subject, user.id, account.provider, account.profile],
  )
  await noteProviders(tx, user.id)
  const { full_name: name, avatar_url: picture } = account.profile
  // What the person said of themselves here stays.
  await tx.query(
    `update auth.users set raw_user_meta_data = $2::jsonb || raw_user_meta_data, updated_at = now() where id = $1`,
    [user.id, { ...(name && { full_name: name }), ...(picture && { avatar_url: picture }) }],
  )
}

/** Writes into the user which kinds of identities there are, as access tokens carry it. */
export async function noteProviders(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || (
       select jsonb_build_object('provider', (array_agg(provider order by created_at))[1],
         'providers', jsonb_agg(distinct provider))
       from auth.identities where user_id = $1), updated_at = now() where id = $1`,
    [userId],
  )
}

async function makeUser(tx: Transaction, account: ForeignAccount): Promise<AuthUser | null> {
  await tx.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
     values ($1, 'authenticated', 'authenticated', $2, '', now())
     on conflict (email) where is_sso_user = false do nothing`,
    [newId(), account.email],
  )
  return findUserByEmail(tx, account.email, true)
}
