import { newId } from '#base/ids.ts'
import type { Queryable } from './database.ts'

export type AuditAction =
  | 'user_signedup'
  | 'user_deleted'
  | 'user_invited'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'login'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_email_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_verified'
  | 'factor_unenrolled'
  | 'challenge_created'
  | 'verification_attempted'
  | 'generate_recovery_codes'

/** Notes who did what from where, in the transaction that does it. No secrets, no codes. */
export async function audit(
  db: Queryable,
  action: AuditAction,
  actor: { id: string; email: string; phone: string },
  address: string,
): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email || actor.phone,
    log_type: 'account',
    traits: null,
  }
  await db.query('insert into auth.audit_log_entries (id, payload, ip_address) values ($1, $2, $3)', [
    newId(),
    payload,
    address,
  ])
}
