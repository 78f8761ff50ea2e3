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

/** Withdraws the open invitations to an address: of somebody who is taken out. */
export async function withdrawTo(tx: Tx, caller: Caller, email: string | null): Promise<void> {
  if (email) await withdraw(tx, caller, 'email = $2 and accepted_at is null', email.toLowerCase())
}
