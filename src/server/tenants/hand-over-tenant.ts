import { AppError, invalid } from '#base/app-error.ts'
import type { Member } from '#contracts/member.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { withdrawGiven } from '../invites/withdraw-given.ts'
import { isServiceAccount } from '../members/service-accounts.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { loadAccess } from '../workspaces/require-manage.ts'

const words = {
  en: {
    owner: 'The owner',
    given: (what: string) => `You now own ${what}`,
    giver: (who: string, what: string) => `${who} made you the owner of “${what}”.`,
    gave: (what: string) => `You handed over ${what}`,
    taker: (who: string, what: string) =>
      `${who} is now the owner of “${what}”; you are an administrator. If this was not you, write to us at once.`,
  },
  de: {
    owner: 'Der Inhaber',
    given: (what: string) => `${what} gehört jetzt Ihnen`,
    giver: (who: string, what: string) => `${who} hat Ihnen „${what}“ übergeben.`,
    gave: (what: string) => `Sie haben ${what} übergeben`,
    taker: (who: string, what: string) =>
      `„${what}“ gehört jetzt ${who}; Sie haben die Rolle Administrator. Wenn Sie das nicht waren, schreiben Sie uns sofort.`,
  },
} as const

/**
 * Makes another active member the owner and the caller an administrator, and tells both by mail. Throws 403 unless the
 * caller owns the workspace and signed in within the hour, 422 for whoever is no active member. Needs a transaction of mode `release`.
 */
export async function handOverTenant(
  tx: Tx,
  caller: Caller,
  services: Services,
  userId: string,
): Promise<void> {
  requireOwner(caller)
  requirePresence(caller)
  const { rows } = await tx.query<Member & { email: string | null }>(
    'select id, name, email, role, status from app.list_members()',
  )
  const [next, self] = [rows.find(({ id }) => id === userId), rows.find(({ id }) => id === caller.userId)]
  const isPerson = next !== undefined && !(await isServiceAccount(tx, next.id))
  if (!isPerson || next.status !== 'active' || next.role === 'customer' || next.id === caller.userId)
    throw invalid([{ path: 'user_id', code: 'member', message: 'Choose an active member of the workspace.' }])
  await tx.query('select app.hand_over_tenant($1)', [userId])
  const { workspace } = await loadAccess(tx, caller)
  await withdrawGiven(tx, caller, workspace, { userId: caller.userId, role: 'admin' })
  await recordEvent(tx, caller, {
    kind: 'handed_over',
    subject: 'tenant',
    recordId: caller.tenantId,
    before: { owner: caller.userId, role: next.role },
    after: { owner: userId },
  })
  const link = { label: caller.tenantName, url: services.publicUrl() }
  const wordsFor = async (id: string) => words[await languageOfPerson(tx, caller.tenantId, id)]
  const [theirs, mine] = [await wordsFor(next.id), await wordsFor(caller.userId)]
  if (next.email)
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(next.email, theirs.given(caller.tenantName), [
        theirs.giver(self?.name ?? theirs.owner, caller.tenantName),
        link,
      ]),
    )
  if (self?.email)
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(self.email, mine.gave(caller.tenantName), [mine.taker(next.name, caller.tenantName), link]),
    )
}

/** Refuses (403) who does not own the workspace themselves. */
export function requireOwner({ role, preview, token }: Caller): void {
  if (role !== 'owner' || preview || token) throw new AppError('forbidden', 'Only an owner can do this.')
}
