import type { Transaction } from './database.ts'

/**
 * Gives a user, locked, another password. Whoever was in the account before may be why: what they had begun ends with the old
 * one, another address or number and the codes for it, an account elsewhere that is being connected.
 */
export async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await tx.query('delete from auth.provider_attempts where link_user_id = $1', [userId])
  await tx.query('delete from auth.flow_state where user_id = $1', [userId])
  await tx.query(
    `update auth.users set encrypted_password = $2, email_change = '', email_change_confirm_status = 0, phone_change = '',
       email_change_sent_at = null, phone_change_sent_at = null, recovery_sent_at = null, reauthentication_sent_at = null,
       updated_at = now()
     where id = $1`,
    [userId, hash],
  )
}
