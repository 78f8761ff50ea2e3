import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mayHandOut } from '../roles/hand-out.ts'
import { withdraw } from './invites.ts'

/**
 * Withdraws the open invitations that a person sent and could not send as `role` (null: they are no member any more): who
 * loses a role must not come back by a link they made themselves, nor bring others.
 */
export async function withdrawGiven(
  tx: Tx,
  caller: Caller,
  workspace: Workspace,
  { userId, role }: { userId: string; role: string | null },
): Promise<void> {
  const { rows } = await tx.query<{ id: string; role: string }>(
    `select id, role from app.invites
     where tenant_id = $1 and created_by = $2 and accepted_at is null and revoked_at is null`,
    [caller.tenantId, userId],
  )
  const may = (given: string): boolean =>
    role !== null &&
    compilePermissions(workspace, role).manages('members') &&
    mayHandOut(workspace, { role }, given)
  for (const invite of rows) if (!may(invite.role)) await withdraw(tx, caller, 'id = $2', invite.id)
}

/** The same for everybody who has sent one, after a release: it may have taken something from their roles. */
export async function withdrawUngiven(tx: Tx, caller: Caller, workspace: Workspace): Promise<void> {
  const { rows } = await tx.query<{ userId: string; role: string | null }>(
    `select distinct i.created_by as "userId", m.role
     from app.invites i left join app.list_members() m on m.id = i.created_by
     where i.tenant_id = $1 and i.created_by is not null and i.accepted_at is null and i.revoked_at is null`,
    [caller.tenantId],
  )
  for (const sender of rows) await withdrawGiven(tx, caller, workspace, sender)
}

/** Withdraws the open invitations to an address: of somebody who is taken out. */
export async function withdrawTo(tx: Tx, caller: Caller, email: string | null): Promise<void> {
  if (email) await withdraw(tx, caller, 'email = $2 and accepted_at is null', email.toLowerCase())
}
