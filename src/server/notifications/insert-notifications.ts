import { newId } from '#base/ids.ts'
import type { Tx } from '../database/in-tenant.ts'

/** Something to tell a person inside the product. `link` is a place in the workspace, or empty. */
export interface NewNotification {
  userId: string
  subject: string
  message: string
  link: string
  runId?: string
  approvalId?: string
}

const insert = `
  insert into app.notifications (tenant_id, id, user_id, subject, message, link, run_id, approval_id)
  select $1, n.id, n.user_id, n.subject, n.message, n.link, n.run_id, n.approval_id
  from jsonb_to_recordset($2::jsonb) as n (id uuid, user_id uuid, subject text, message text, link text, run_id uuid, approval_id uuid)`

/** Tells people in the transaction of what they are told. */
export async function insertNotifications(
  tx: Tx,
  tenantId: string,
  notifications: readonly NewNotification[],
): Promise<void> {
  const rows = notifications.map(({ userId, subject, message, link, runId, approvalId }) => ({
    id: newId(),
    user_id: userId,
    subject,
    message,
    link,
    run_id: runId ?? null,
    approval_id: approvalId ?? null,
  }))
  await tx.query(insert, [tenantId, JSON.stringify(rows)])
}
