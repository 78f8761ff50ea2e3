import { invalid } from '#base/app-error.ts'
import type { Workspace } from '#kernel/models/workspace.ts'

/** Refuses (422, at `role`) a role that is not there, and the one of those who are not signed in. */
export function requirePersonRole(workspace: Workspace, role: string): void {
  if (!workspace.roles.has(role) || role === 'public')
    throw invalid([{ path: 'role', code: 'unknown_role', message: 'There is no such role.' }])
}
