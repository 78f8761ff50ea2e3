import { newId } from '#base/ids.ts'
import type { Reason } from '#contracts/reason.ts'
import type { Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import type { Services } from '../services.ts'

type Why = 'gone' | 'failing' | 'ownerless' | 'filter'

const words = {
  en: {
    stopped: (name: string) => `The webhook “${name}” was turned off`,
    why: {
      gone: 'Its address answered that it is gone for good (410).',
      failing: 'Every delivery failed for three days.',
      ownerless: 'Its owner is no longer in the workspace.',
      filter: 'Its filter cannot be asked with its owner’s rights.',
    } satisfies Record<Why, string>,
    goesOn: 'Nothing is lost: when you turn it on again it goes on where it stopped.',
  },
  de: {
    stopped: (name: string) => `Der Webhook „${name}“ wurde ausgeschaltet`,
    why: {
      gone: 'Seine Adresse hat geantwortet, dass es sie nicht mehr gibt (410).',
      failing: 'Drei Tage lang ist jede Zustellung fehlgeschlagen.',
      ownerless: 'Sein Besitzer gehört nicht mehr zum Arbeitsbereich.',
      filter: 'Sein Filter lässt sich mit den Rechten seines Besitzers nicht abfragen.',
    } satisfies Record<Why, string>,
    goesOn:
      'Nichts geht verloren: Wenn Sie ihn wieder einschalten, macht er dort weiter, wo er aufgehört hat.',
  },
} as const

/**
 * Turns a webhook off for a reason, notes it in the workspace's history and tells its owner by mail in their language. Whoever may manage it
 * turns it on again, and it goes on where it stopped.
 */
export async function stopWebhook(
  tx: Tx,
  services: Services,
  tenantId: string,
  webhook: { id: string; user_id: string; name: string },
  why: Why,
): Promise<void> {
  // Kept in English, whoever reads it later; each reader is told it in their own language.
  const reason: Reason = { message: words.en.why[why] }
  const { rowCount } = await tx.query(
    'update app.webhooks set active = false, trouble = $3 where tenant_id = $1 and id = $2 and active',
    [tenantId, webhook.id, reason.message],
  )
  if (rowCount === 0) return
  await tx.query(
    `insert into app.events (tenant_id, id, kind, subject, record_id, after) values ($1, $2, 'stopped', 'webhook', $3, $4)`,
    [tenantId, newId(), webhook.id, JSON.stringify({ name: webhook.name, reasons: [reason] })],
  )
  const { rows } = await tx.query<{ email: string | null }>('select app.verified_email($1) as email', [
    webhook.user_id,
  ])
  const email = rows[0]?.email
  if (!email) return
  const say = words[await languageOfPerson(tx, tenantId, webhook.user_id)]
  const stopped = say.stopped(webhook.name)
  const mail = mailOf(email, stopped, [
    `${stopped}. ${say.why[why]}`,
    say.goesOn,
    { label: 'Webhooks', url: `${services.publicUrl()}/webhooks` },
  ])
  // A server without mail says so in the history and on the screen.
  if (services.settings.smtpUrl !== null || services.settings.developmentHelpers)
    await services.mail.sendWith(tx, mail)
}
