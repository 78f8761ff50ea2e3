import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions, type Access } from '#kernel/permissions/compile-permissions.ts'
import { limitAccess } from '#kernel/permissions/limit-access.ts'
import type { Caller } from '../database/in-tenant.ts'

/** What a caller may do: what their role may; while they look as somebody else, what that one may and they may see too. */
export function accessOf(workspace: Workspace, { role, preview }: Caller): Access {
  const access = compilePermissions(workspace, role)
  return preview ? limitAccess(access, compilePermissions(workspace, preview.actorRole)) : access
}
