import type { JsonObject } from '#base/json.ts'
import type { Queryable } from './database.ts'

/** A row of `auth.users`, as far as the service works with it. */
export interface AuthUser {
  id: string
  aud: string
  role: string
  /** '' for who has only a phone. */
  email: string
  /** Digits, the country's number first; '' for who has only an address. */
  phone: string
  phone_confirmed_at: Date | null
  phone_change: string
  phone_change_sent_at: Date | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  last_sign_in_at: Date | null
  raw_app_meta_data: JsonObject
  raw_user_meta_data: JsonObject
  created_at: Date
  updated_at: Date
  confirmed_at: Date | null
  banned_until: Date | null
  is_anonymous: boolean
}

const columns = `id, aud, role, coalesce(email, '') as email, coalesce(phone, '') as phone, phone_confirmed_at,
  phone_change, phone_change_sent_at, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at,
  recovery_sent_at, email_change, email_change_sent_at, email_change_confirm_status, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmed_at, banned_until, is_anonymous`

/** The user with this (lower-case) address, or null. `lock` holds the row until the transaction ends. */
export async function findUserByEmail(db: Queryable, email: string, lock = false): Promise<AuthUser | null> {
  const { rows } = await db.query<AuthUser>(
    `select ${columns} from auth.users where email = $1 and not is_sso_user and deleted_at is null ${lock ? 'for no key update' : ''}`,
    [email],
  )
  return rows[0] ?? null
}

/** The user with this number, or null. */
export async function findUserByPhone(db: Queryable, phone: string, lock = false): Promise<AuthUser | null> {
  const { rows } = await db.query<AuthUser>(
    `select ${columns} from auth.users where phone = $1 and deleted_at is null ${lock ? 'for no key update' : ''}`,
    [phone],
  )
  return rows[0] ?? null
}

/** The user who asked to change to this number, or null. */
export async function findUserByPhoneChange(db: Queryable, phone: string): Promise<AuthUser | null> {
  const { rows } = await db.query<AuthUser>(
    `select ${columns} from auth.users where phone_change = $1 and deleted_at is null order by phone_change_sent_at desc limit 1`,
    [phone],
  )
  return rows[0] ?? null
}

/** The user who asked to change to this address, or null. */
export async function findUserByEmailChange(db: Queryable, email: string): Promise<AuthUser | null> {
  const { rows } = await db.query<AuthUser>(
    `select ${columns} from auth.users where email_change = $1 and deleted_at is null order by email_change_sent_at desc limit 1`,
    [email],
  )
  return rows[0] ?? null
}

export async function findUserById(db: Queryable, id: string, lock = false): Promise<AuthUser | null> {
  const { rows } = await db.query<AuthUser>(
    `select ${columns} from auth.users where id = $1 and deleted_at is null ${lock ? 'for no key update' : ''}`,
    [id],
  )
  return rows[0] ?? null
}

export const isBanned = (user: AuthUser): boolean =>
  user.banned_until !== null && user.banned_until > new Date()
