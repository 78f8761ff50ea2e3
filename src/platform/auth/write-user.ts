import { randomUUID } from 'node:crypto'
import { must } from '#base/assert.ts'
import type { Json, JsonObject } from '#base/json.ts'
import { validationFailed } from './auth-error.ts'
import type { AuthUser } from './auth-user.ts'
import { type Contact, findUserByContact } from './contact.ts'
import type { Transaction } from './database.ts'

// The metadata travels in every access token, and a token has to fit into a request header.
const maxMetadataBytes = 8_192

/** 400 when user metadata would make the access token too long to send. */
export function refuseLargeMetadata(data: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(data)) > maxMetadataBytes) {
    throw validationFailed(`User metadata cannot be larger than ${maxMetadataBytes} bytes`)
  }
}

/**
 * Makes an unconfirmed user, or answers the one another request has made meanwhile; locked either way. Whoever has to know
 * which of both gives the id: only their own user has it.
 */
export async function insertUser(
  tx: Transaction,
  wanted: { contact: Contact; passwordHash: string | null; data: JsonObject },
  id: string = randomUUID(),
): Promise<AuthUser> {
  const { kind, value } = wanted.contact
  const { rowCount } = await tx.query(
    `insert into auth.users (id, aud, role, ${kind}, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, $4, $5)
     on conflict ${kind === 'email' ? '(email) where is_sso_user = false' : '(phone)'} do nothing`,
    [id, value, wanted.passwordHash ?? '', { provider: kind, providers: [kind] }, wanted.data],
  )
  if (rowCount === 1) {
    await tx.query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, $3, $4)`,
      [id, id, kind, { sub: id, [kind]: value, email_verified: false, phone_verified: false }],
    )
  }
  return must(await findUserByContact(tx, wanted.contact, true), 'the contact belongs to a removed user')
}

/**
 * Writes into a user whose address or number is still to be confirmed what the latest who asked said: what an earlier one set
 * may be a stranger's. Without a password the one that is there stays, until the confirmation drops it.
 */
export async function renewPending(
  tx: Transaction,
  userId: string,
  wanted: { passwordHash: string | null; data: JsonObject },
): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = coalesce($2, encrypted_password), raw_user_meta_data = $3, updated_at = now()
     where id = $1`,
    [userId, wanted.passwordHash, wanted.data],
  )
}

/**
 * Notes that an address is its user's. A password set before by whoever typed the address first is dropped unless
 * the confirmation belongs to that very sign-up: else a stranger could wait for the owner with a known password.
 */
export async function confirmEmail(tx: Transaction, user: AuthUser, keepPassword: boolean): Promise<void> {
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       encrypted_password = case when email_confirmed_at is null and not $2 then '' else encrypted_password end
     where id = $1`,
    [user.id, keepPassword],
  )
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id],
  )
}

/** As `confirmEmail`, for a number. */
export async function confirmPhone(tx: Transaction, user: AuthUser, keepPassword: boolean): Promise<void> {
  await tx.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now(),
       encrypted_password = case when phone_confirmed_at is null and email_confirmed_at is null and not $2
         then '' else encrypted_password end
     where id = $1`,
    [user.id, keepPassword],
  )
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [user.id],
  )
}

/** Merges metadata key by key; null removes a key. */
export function mergeMetadata(before: JsonObject, changes: JsonObject): JsonObject {
  const merged: [string, Json][] = Object.entries({ ...before, ...changes }).filter(
    ([, value]) => value !== null,
  )
  return Object.fromEntries(merged)
}
