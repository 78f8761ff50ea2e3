import { newId } from '#base/ids.ts'
import type { Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import type { Services } from '../services.ts'

/**
 * Turns a webhook off for a reason, notes it in the workspace's history and tells its owner by mail. Whoever may manage it
 * turns it on again, and it goes on where it stopped.
 */
export async function stopWebhook(
  tx: Tx,
  services: Services,
  tenantId: string,
  webhook: { id: string; user_id: string; name: string },
  reason: string,
): Promise<void> {
  const { rowCount } = await tx.query(
    'update app.webhooks set active = false, trouble = $3 where tenant_id = $1 and id = $2 and active',
    [tenantId, webhook.id, reason],
  )
  if (rowCount === 0) return
  await tx.query(
    `insert into app.events (tenant_id, id, kind, subject, record_id, after) values ($1, $2, 'stopped', 'webhook', $3, $4)`,
    [tenantId, newId(), webhook.id, JSON.stringify({ name: webhook.name, reason })],
  )
  const { rows } = await tx.query<{ email: string | null }>('select app.verified_email($1) as email', [
    webhook.user_id,
  ])
  const email = rows[0]?.email
  if (!email) return
  const mail = mailOf(email, `The webhook “${webhook.name}” was turned off`, [
    `The webhook “${webhook.name}” was turned off. ${reason}`,
    'Nothing is lost: when you turn it on again it goes on where it stopped.',
    { label: 'Webhooks', url: `${services.publicUrl()}/webhooks` },
  ])
  // A server without mail says so in the history and on the screen.
  if (services.settings.smtpUrl !== null || services.settings.developmentHelpers)
    await services.mail.sendWith(tx, mail)
}
