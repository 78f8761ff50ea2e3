import { newId } from '#base/ids.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { About } from './about.ts'

/** Something to tell a person inside the product. `link` is a place in the workspace, or empty. */
export interface NewNotification {
  userId: string
  subject: string
  message: string
  link: string
  /** The records its words were made from: they are shown only to who may see these. */
  about: readonly About[]
  runId?: string
  approvalId?: string
  /** The product wrote the subject: it is translated where it is read. */
  ours?: boolean
  /** It goes out by mail too. */
  mail?: boolean
}

const insert = `
  insert into app.notifications (tenant_id, id, user_id, subject, message, link, run_id, approval_id, ours, mail, about)
  select $1, n.id, n.user_id, n.subject, n.message, n.link, n.run_id, n.approval_id, n.ours, n.mail, n.about
  from jsonb_to_recordset($2::jsonb) as n (id uuid, user_id uuid, subject text, message text, link text, run_id uuid, approval_id uuid,
    ours boolean, mail text, about jsonb)`

/** Tells people in the transaction of what they are told. */
export async function insertNotifications(
  tx: Tx,
  tenantId: string,
  notifications: readonly NewNotification[],
): Promise<void> {
  const rows = notifications.map(
    ({ userId, subject, message, link, about, runId, approvalId, ours, mail }) => ({
      id: newId(),
      user_id: userId,
      subject,
      message,
      link,
      about,
      run_id: runId ?? null,
      approval_id: approvalId ?? null,
      ours: ours ?? false,
      mail: mail ? 'wanted' : null,
    }),
  )
  await tx.query(insert, [tenantId, JSON.stringify(rows)])
}
