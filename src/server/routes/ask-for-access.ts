import { AppError } from '#base/app-error.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { languagesOfPeople } from '../mail/language-of-person.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { admins, routeAccess } from './route-access.ts'

const words = {
  en: {
    subject: (who: string, screen: string) => `${who} asks for access to ${screen}`,
    lead: (who: string, screen: string, where: string) =>
      `${who} asks for access to “${screen}” in “${where}” on Formwork.`,
    agree: 'If you agree, give them a role that includes it:',
    people: 'People and their roles',
    closing: 'If not, you need do nothing.',
  },
  de: {
    subject: (who: string, screen: string) => `${who} bittet um Zugang zu ${screen}`,
    lead: (who: string, screen: string, where: string) =>
      `${who} bittet um Zugang zu „${screen}“ in „${where}“ auf Formwork.`,
    agree: 'Wenn Sie einverstanden sind, geben Sie eine Rolle, die das umfasst:',
    people: 'Personen und ihre Rollen',
    closing: 'Wenn nicht, brauchen Sie nichts zu tun.',
  },
} as const

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
  const ids = people.map(({ id }) => id)
  const told = await wantMail(tx, ids)
  const languageOf = await languagesOfPeople(tx, caller.tenantId, ids)
  const who = caller.name ?? caller.email ?? 'Somebody'
  for (const { id, email } of people) {
    if (!told.has(id)) continue
    const say = words[languageOf(id)]
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(email, say.subject(who, screen.title), [
        say.lead(
          `${who}${caller.email === null ? '' : ` (${caller.email})`}`,
          screen.title,
          caller.tenantName,
        ),
        say.agree,
        { label: say.people, url: `${services.publicUrl()}/settings/users` },
        say.closing,
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
