import { AppError, invalid } from '#base/app-error.ts'
import type { Member } from '#contracts/member.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { withdrawGiven } from '../invites/withdraw-given.ts'
import { isServiceAccount } from '../members/service-accounts.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { loadAccess } from '../workspaces/require-manage.ts'

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
  if (next.email)
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(next.email, `You now own ${caller.tenantName}`, [
        `${self?.name ?? 'The owner'} made you the owner of “${caller.tenantName}”.`,
        link,
      ]),
    )
  if (self?.email)
    await sendBranded(
      tx,
      caller,
      services,
      mailOf(self.email, `You handed over ${caller.tenantName}`, [
        `${next.name} is now the owner of “${caller.tenantName}”; you are an administrator. If this was not you, write to us at once.`,
        link,
      ]),
    )
}

/** Refuses (403) who does not own the workspace themselves. */
export function requireOwner({ role, preview, token }: Caller): void {
  if (role !== 'owner' || preview || token) throw new AppError('forbidden', 'Only an owner can do this.')
}
