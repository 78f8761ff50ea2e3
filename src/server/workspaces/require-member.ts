import { AppError } from '#base/app-error.ts'
import { isOutsideRole } from '#contracts/role.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { loadAccess } from './require-manage.ts'
import { rolesOf } from './roles-of.ts'

/** As `loadAccess`, but 403 for customers, who see only what is shared with them. */
export async function requireMember(
  tx: Tx,
  caller: Caller,
): Promise<{ workspace: Workspace; access: Access }> {
  const loaded = await loadAccess(tx, caller)
  if (rolesOf(caller).some(isOutsideRole)) throw new AppError('forbidden', 'Your role may not see this.')
  return loaded
}
