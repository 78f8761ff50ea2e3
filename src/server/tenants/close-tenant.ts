import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { ClosedTenant } from '#contracts/tenant.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { languagesOfPeople } from '../mail/language-of-person.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { requireOwner } from './hand-over-tenant.ts'

const graceDays = 30

const words = {
  en: {
    subject: (what: string) => `${what} was closed`,
    lead: (what: string, day: string) =>
      `“${what}” was closed and will be removed for good on ${day}. Until then any owner can bring it back.`,
    back: 'Bring it back',
  },
  de: {
    subject: (what: string) => `${what} wurde geschlossen`,
    lead: (what: string, day: string) =>
      `„${what}“ wurde geschlossen und wird am ${day} endgültig entfernt. Bis dahin kann jeder Inhaber ihn zurückholen.`,
    back: 'Zurückholen',
  },
} as const

/**
 * Closes the caller's workspace: from the commit on nobody is let in, and after 30 days it is removed. `name` must be its
 * name, typed. Tells its owners by mail. Throws 403 unless the caller owns it and signed in within the hour, 422 for another name. Needs mode `release`.
 */
export async function closeTenant(
  tx: Tx,
  caller: Caller,
  services: Services,
  name: string,
): Promise<{ remove_at: string }> {
  requireOwner(caller)
  requirePresence(caller)
  if (name.trim() !== caller.tenantName)
    throw invalid([{ path: 'name', code: 'name', message: 'Type the name of the workspace.' }])
  const { rows: people } = await tx.query<{ id: string; email: string | null; role: string }>(
    'select id, email, role from app.list_members()',
  )
  await recordEvent(tx, caller, { kind: 'closed', subject: 'tenant', recordId: caller.tenantId })
  const { rows } = await tx.query<{ remove_at: Date }>('select app.close_tenant($1) as remove_at', [
    graceDays,
  ])
  const removal = must(rows[0]).remove_at
  const ids = people.map(({ id }) => id)
  const languageOf = await languagesOfPeople(tx, caller.tenantId, ids)
  for (const { id, email, role } of people) {
    if (email === null || role !== 'owner') continue
    const language = languageOf(id)
    const say = words[language]
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(removal)
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(email, say.subject(caller.tenantName), [
        say.lead(caller.tenantName, day),
        { label: say.back, url: `${services.publicUrl()}/auth/select-tenant` },
      ]),
    )
  }
  return { remove_at: removal.toISOString() }
}

/** The closed workspaces of the person whose transaction this is. */
export async function myClosedTenants(tx: Tx): Promise<ClosedTenant[]> {
  const { rows } = await tx.query<ClosedTenant>(
    `select id, name, role, to_json(closed_at)#>>'{}' as closed_at, to_json(remove_at)#>>'{}' as remove_at
     from app.my_closed_tenants()`,
  )
  return rows
}

/** Brings a closed workspace back. Throws 404 for one that is not closed or not the person's, 403 unless they own it. */
export async function reopenTenant(tx: Tx, tenantId: string): Promise<void> {
  const { rows } = await tx.query<{ outcome: 'ok' | 'not_found' | 'forbidden' }>(
    'select app.reopen_tenant($1, $2, $3) as outcome',
    [tenantId, newId(), tx.requestId],
  )
  const { outcome } = must(rows[0])
  if (outcome === 'not_found') throw new AppError('not_found')
  if (outcome === 'forbidden') throw new AppError('forbidden', 'Only an owner can do this.')
}
