import type pg from 'pg'
import type { JsonObject } from '#base/json.ts'
import { inTransaction } from './database.ts'
import { parseEmail } from './email-address.ts'
import { hashPassword, refuseUnusable } from './passwords.ts'
import { confirmEmail, insertUser } from './write-user.ts'

/**
 * Makes a person who can sign in at once, without a mail; one who is there already gets this password. For people the
 * server itself invents, such as those of a demo workspace. Answers their id. Throws for an unusable password.
 */
export async function putConfirmedUser(
  pool: pg.Pool,
  wanted: { email: string; password: string; data: JsonObject },
): Promise<string> {
  const email = parseEmail(wanted.email)
  refuseUnusable(wanted.password)
  const passwordHash = await hashPassword(wanted.password)
  return inTransaction(pool, async (tx) => {
    const user = await insertUser(tx, {
      contact: { kind: 'email', value: email },
      passwordHash,
      data: wanted.data,
    })
    await confirmEmail(tx, user, true)
    await tx.query(
      'update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1',
      [user.id, passwordHash, wanted.data],
    )
    return user.id
  })
}
