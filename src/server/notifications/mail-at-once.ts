import { spoken } from '#contracts/language.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import { mailOf } from '../mail/compose-mail.ts'
import type { Mail } from '../mail/mail-sender.ts'
import { openWord } from '../mail/open-word.ts'
import { isRefusedForGood, isServerAway } from '../mail/refused-mail.ts'
import { sendOfTenant } from '../mail/send-branded.ts'
import type { Services } from '../services.ts'
import { subjectIn } from './product-subjects.ts'
import type { Words } from './seen-words.ts'
import { wordsFor } from './words-for.ts'

interface Waiting extends Words {
  id: string
  user_id: string
  email: string
  language: string
}

const take = `
  select t.*, n.user_id, n.about from app_private.take_notification_mail($1, $2) t
  join app.notifications n on n.tenant_id = $1 and n.id = t.id`
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
        const [waiting] = (await wordsFor(services, tenantId, one.user_id, [one])) ?? []
        if (!waiting) continue
        const compose = (name: string): Mail => mailTelling(waiting, name, services.publicUrl())
        await sendOfTenant(client, tenantId, services, compose)
      } catch (error) {
        if (!isRefusedForGood(error)) await client.query(giveBack, [tenantId, one.id])
        log.error('A mail could not be sent', { why: String(error) })
        if (isServerAway(error)) return
      }
  })
}

function mailTelling(
  { id, subject, message, link, email, language }: Omit<Waiting, 'about'>,
  name: string,
  publicUrl: string,
): Mail {
  const title = subjectIn(language, subject)
  const mail = mailOf(email, `${name}: ${title}`, [
    title,
    ...(message === '' ? [] : [message]),
    { label: openWord[spoken(language)], url: publicUrl + (link === '' ? '/notifications' : link) },
  ])
  return { ...mail, key: `notification_${id}` }
}
