import type { JsonObject } from '#base/json.ts'
import type { AuthUser } from './auth-user.ts'
import type { Queryable } from './database.ts'
import { unconfirmedSide } from './email-change.ts'
import { listFactors, shapeFactor } from './factors.ts'

interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: JsonObject
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** The user as the client sees it, identities and factors included; hashes, secrets and tokens never. */
export async function shapeUser(db: Queryable, user: AuthUser): Promise<Record<string, unknown>> {
  const { rows } = await db.query<IdentityRow>(
    `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = $1 order by created_at`,
    [user.id],
  )
  const factors = await listFactors(db, user.id)
  const waitsFor = await unconfirmedSide(db, user)
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...dates(user, ['email_confirmed_at', 'invited_at']),
    phone: user.phone,
    ...dates(user, ['phone_confirmed_at']),
    ...(user.phone_change ? { new_phone: user.phone_change, ...dates(user, ['phone_change_sent_at']) } : {}),
    ...dates(user, ['confirmation_sent_at', 'confirmed_at', 'recovery_sent_at']),
    ...(user.email_change ? { new_email: user.email_change, ...dates(user, ['email_change_sent_at']) } : {}),
    // The hosted service keeps this to itself.
    ...(waitsFor !== null && { email_change_waits_for: waitsFor }),
    ...dates(user, ['last_sign_in_at', 'banned_until']),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length > 0 && { factors: factors.map(shapeFactor) }),
    identities: rows.map(shapeIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  }
}

function shapeIdentity(row: IdentityRow): Record<string, unknown> {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    ...dates(row, ['last_sign_in_at', 'created_at', 'updated_at']),
    ...(row.email ? { email: row.email } : {}),
  }
}

/** The times that are set, as ISO texts; the hosted service leaves the others out. */
function dates<Key extends string>(row: Record<Key, Date | null>, keys: Key[]): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (row[key] ? [[key, row[key].toISOString()]] : [])))
}
