import { AppError } from '#base/app-error.ts'
import type { ManageArea } from '#contracts/role.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import { areaRefusals } from '../access/refusal-texts.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { accessOf } from './access-of.ts'
import { loadWorkspace } from './load-workspace.ts'

/** The caller's workspace and what their role may do in it. */
export async function loadAccess(tx: Tx, caller: Caller): Promise<{ workspace: Workspace; access: Access }> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  return { workspace, access: accessOf(workspace, caller) }
}

/** As `loadAccess`, but throws 403 with the reason unless the role manages the area. */
export async function requireManage(
  tx: Tx,
  caller: Caller,
  area: ManageArea,
): Promise<{ workspace: Workspace; access: Access }> {
  const loaded = await loadAccess(tx, caller)
  if (!loaded.access.manages(area))
    throw new AppError('forbidden', areaRefusals[area], { details: { reason: 'area', area } })
  return loaded
}
