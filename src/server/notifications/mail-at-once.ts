import type pg from 'pg'
import type { Tx } from '../database/in-tenant.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { isRefusedForGood, isServerAway } from '../mail/refused-mail.ts'
import { inBrand } from '../mail/send-branded.ts'
import type { Services } from '../services.ts'
import { brandOf } from '../tenants/brands.ts'
import { subjectIn } from './product-subjects.ts'

interface Waiting {
  id: string
  subject: string
  message: string
  link: string
  email: string
  language: string
}

const take = 'select * from app_private.take_notification_mail($1, $2)'
const giveBack = `update app.notifications set mail = 'wanted' where tenant_id = $1 and id = $2`

/** Sends what people are told by mail too; looks twice a minute. */
export const mailAtOnceJob = (services: () => Services): Job => ({
  name: 'mail what is told',
  every: 30,
  run: () => mailAtOnce(services()),
})

/**
 * Each mail leaves once: it is taken before it is sent, and given back when the mail server does not take it now. What it
 * refuses for good, and a mail that was being sent at a crash, are not sent again; they still stand in the product.
 */
export async function mailAtOnce(services: Services): Promise<void> {
  const { settings, log } = services
  // A server without mail tells in the product only.
  if (settings.smtpUrl === null && !settings.developmentHelpers) return
  await inEveryTenant(services.database, 'mail what is told', async (client, tenantId) => {
    // One at a time: a crash costs no more than that. What was given back waits for the next look.
    const next = async (after: string | null) =>
      (await client.query<Waiting>(take, [tenantId, after])).rows[0] ?? null
    for (let one = await next(null); one !== null; one = await next(one.id))
      try {
        await send(services, client, tenantId, one)
      } catch (error) {
        if (!isRefusedForGood(error)) await client.query(giveBack, [tenantId, one.id])
        log.error('A mail could not be sent', { why: String(error) })
        if (isServerAway(error)) return
      }
  })
}

async function send(
  { mail, publicUrl }: Services,
  client: pg.PoolClient,
  tenantId: string,
  { subject, message, link, email, language }: Waiting,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from app.tenants where id = $1', [
    tenantId,
  ])
  const name = rows[0]?.name ?? ''
  const title = subjectIn(language, subject)
  const composed = mailOf(email, `${name}: ${title}`, [
    title,
    ...(message === '' ? [] : [message]),
    { label: language.startsWith('de') ? 'Öffnen' : 'Open', url: publicUrl() + link },
  ])
  const brand = await brandOf(client as unknown as Pick<Tx, 'query'>, tenantId)
  await mail.send(inBrand(composed, brand, name, publicUrl()))
}
