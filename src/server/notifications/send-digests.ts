import type pg from 'pg'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import { isRefusedForGood } from '../mail/refused-mail.ts'
import { sendOfTenant } from '../mail/send-branded.ts'
import type { Services } from '../services.ts'
import { composeDigest, type Told } from './compose-digest.ts'
import type { Words } from './seen-words.ts'
import { wordsFor } from './words-for.ts'

interface Due {
  user_id: string
  email: string
  language: string
  zone: string
  day: string
  since: string
}

const due = `
  select user_id, email, language, zone, day::text, to_json(since) #>> '{}' as since from app_private.due_digests($1, $2)`
// Whoever writes the day down sends its mail: nobody else can.
const claim = `
  insert into app.notification_digests (tenant_id, user_id, day, sent_at) values ($1, $2, $3, $4)
  on conflict do nothing returning day`
const giveBack = 'delete from app.notification_digests where tenant_id = $1 and user_id = $2 and day = $3'
const unread = `
  select n.subject, n.message, n.link, n.about, to_json(n.created_at) #>> '{}' as at, a.status = 'waiting' as asks,
    count(*) over ()::int as "of"
  from app.notifications n left join app.approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id
  where n.tenant_id = $1 and n.user_id = $2 and n.read_at is null and n.created_at > $3
  order by n.id desc limit 20`
// The last one says since when there is news; a year of them is more than anybody asks for.
const forget = `delete from app.notification_digests where tenant_id = $1 and day < current_date - 365`

/** Looks every five minutes for whom a mail with their unread notifications is due. */
export const digestJob = (services: () => Services): Job => ({
  name: 'mail notifications',
  every: 300,
  run: () => sendDigests(services(), new Date()),
})

/**
 * Mails what they have not read to those who want it by mail and for whom it is the time, once for each of their days.
 * What a mail server did not take is tried again at the next look; what it refuses for good is not, nor what was being sent
 * at a crash, so that nobody gets it twice.
 */
export async function sendDigests(services: Services, now: Date): Promise<void> {
  const { settings } = services
  if (settings.smtpUrl === null && !settings.developmentHelpers) return
  await inEveryTenant(services.database, 'mail notifications', async (client, tenantId) => {
    const { rows } = await client.query<Due>(due, [tenantId, now])
    for (const one of rows) await sendOne(services, client, tenantId, one, now)
    if (rows.length > 0) await client.query(forget, [tenantId])
  })
}

async function sendOne(
  services: Services,
  client: pg.PoolClient,
  tenantId: string,
  { user_id: userId, email, language, zone, day, since }: Due,
  now: Date,
): Promise<void> {
  const claimed = await client.query(claim, [tenantId, userId, day, now])
  if (claimed.rowCount === 0) return
  try {
    const { rows } = await client.query<Told & Words>(unread, [tenantId, userId, since])
    const told = await wordsFor(services, tenantId, userId, rows)
    // They have left just now.
    if (!told) return
    const more = { to: email, language, zone, told, publicUrl: services.publicUrl() }
    await sendOfTenant(client, tenantId, services, (workspace) => ({
      ...composeDigest({ ...more, workspace }),
      key: `digest_${tenantId}_${userId}_${day}`,
    }))
  } catch (error) {
    if (!isRefusedForGood(error)) await client.query(giveBack, [tenantId, userId, day])
    services.log.error('A mail with notifications could not be sent', { why: String(error) })
  }
}
