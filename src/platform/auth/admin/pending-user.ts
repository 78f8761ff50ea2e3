import type { JsonObject } from '#base/json.ts'
import type { AuthUser } from '../auth-user.ts'
import type { Transaction } from '../database.ts'
import { emailExists } from '../email-change.ts'
import { insertUser } from '../write-user.ts'

/** Somebody whose address is still to be confirmed: made, or there already with what is known of them now. 422 `email_exists`. */
export async function pendingUser(
  tx: Transaction,
  wanted: { email: string; passwordHash: string | null; data: JsonObject },
  known: AuthUser | null,
): Promise<AuthUser> {
  const contact = { kind: 'email', value: wanted.email } as const
  const user = known ?? (await insertUser(tx, { ...wanted, contact }))
  if (user.email_confirmed_at) throw emailExists()
  await tx.query(
    `update auth.users set encrypted_password = coalesce($2, encrypted_password), raw_user_meta_data = $3, updated_at = now()
     where id = $1`,
    [user.id, wanted.passwordHash, wanted.data],
  )
  return user
}
