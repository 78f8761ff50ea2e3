import type { Transaction } from './database.ts'

/**
 * Gives a user, locked, another password. Whoever was in the account before may be why: what they had begun ends with the old
 * one, another address or number and the codes for it, an account elsewhere that is being connected.
 * The mail that confirms who nobody has been yet stays good: it is the only way in.
 */
export async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx.query(
    `delete from auth.one_time_tokens t using auth.users u where t.user_id = $1 and u.id = $1
       and not (t.token_type = 'confirmation_token' and u.confirmed_at is null)`,
    [userId],
  )
  await tx.query('delete from auth.provider_attempts where link_user_id = $1', [userId])
  await tx.query(
    `delete from auth.flow_state f where f.user_id = $1
       and not exists (select from auth.one_time_tokens t where t.flow_state_id = f.id)`,
    [userId],
  )
  await tx.query(
    `update auth.users set encrypted_password = $2, email_change = '', email_change_confirm_status = 0, phone_change = '',
       email_change_sent_at = null, phone_change_sent_at = null, recovery_sent_at = null, reauthentication_sent_at = null,
       updated_at = now()
     where id = $1`,
    [userId, hash],
  )
}
