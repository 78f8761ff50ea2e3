import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions, type Access } from '#kernel/permissions/compile-permissions.ts'
import { limitAccess } from '#kernel/permissions/limit-access.ts'
import { narrowAccess } from '#kernel/permissions/narrow-access.ts'
import type { Caller } from '../database/in-tenant.ts'

/**
 * What a caller may do: what their role may; while they look as somebody else, what that one may and they may see too;
 * by a token, what its role and its person's may both; in a workflow, what whoever released it may too.
 */
export function accessOf(
  workspace: Workspace,
  { role, preview, token }: Pick<Caller, 'role' | 'preview' | 'token'>,
): Access {
  const access = compilePermissions(workspace, role)
  if (token) return narrowAccess(access, compilePermissions(workspace, token.ownRole), token.another)
  return preview ? limitAccess(access, compilePermissions(workspace, preview.actorRole)) : access
}
