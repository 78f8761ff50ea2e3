import { AppError } from '#base/app-error.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { admins, routeAccess } from './route-access.ts'

/**
 * Mails those who can give access to a shipped screen that the caller's role does not open, and notes it. Answers their
 * names. Throws 404 for what may not be known, 422 when the caller may open it already, 429, 503 without mail.
 */
export async function askForAccess(
  tx: Tx,
  caller: Caller,
  services: Services,
  path: string,
): Promise<{ asked: string[] }> {
  const { hasAccess, screen } = await routeAccess(tx, caller, path, null)
  if (hasAccess) throw new AppError('invalid', 'You may open this screen.')
  if (!screen) throw new AppError('not_found')
  services.limiter.take('ask-access', `${caller.tenantId} ${caller.userId}`, 5, 3600)
  const people = (await admins(tx)).flatMap(({ id, name, email }) =>
    email === null ? [] : [{ id, name, email }],
  )
  const told = await wantMail(
    tx,
    people.map(({ id }) => id),
  )
  const who = caller.name ?? caller.email ?? 'Somebody'
  for (const { id, email } of people) {
    if (!told.has(id)) continue
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(email, `${who} asks for access to ${screen.title}`, [
        `${who}${caller.email === null ? '' : ` (${caller.email})`} asks for access to “${screen.title}” in “${caller.tenantName}” on Formwork.`,
        'If you agree, give them a role that includes it:',
        { label: 'People and their roles', url: `${services.publicUrl()}/settings/users` },
        'If not, you need do nothing.',
      ]),
    )
  }
  await recordEvent(tx, caller, {
    kind: 'asked_access',
    subject: 'member',
    recordId: caller.userId,
    after: { path, screen: screen.title },
  })
  return { asked: people.map(({ name }) => name) }
}

// Everybody may have said in their profile that they want no such mails; they still learn of it in the audit log.
async function wantMail(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from unnest($1::uuid[]) as id where app.wants_mail(id, 'access_requests')",
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
