import type { JsonObject } from '#base/json.ts'
import type { AuthUser } from '../auth-user.ts'
import type { Transaction } from '../database.ts'
import { emailExists } from '../email-change.ts'
import { insertUser, renewPending } from '../write-user.ts'

/** 422 `email_exists` for who is confirmed. */
export function refuseConfirmed(user: AuthUser | null): void {
  if (user?.confirmed_at) throw emailExists()
}

/** Somebody whose address is still to be confirmed: made, or there already with what is known of them now. 422 `email_exists`. */
export async function pendingUser(
  tx: Transaction,
  wanted: { email: string; passwordHash: string | null; data: JsonObject },
  known: AuthUser | null,
): Promise<AuthUser> {
  const contact = { kind: 'email', value: wanted.email } as const
  const user = known ?? (await insertUser(tx, { ...wanted, contact }))
  refuseConfirmed(user)
  await renewPending(tx, user.id, wanted)
  return user
}
