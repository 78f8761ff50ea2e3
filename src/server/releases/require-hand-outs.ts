import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import type { DefinitionChange } from './release-changes.ts'

/**
 * Refuses (403) released roles, and workflows that act as a role, where the caller could not give somebody that role. Called
 * after the release, which is taken back with the transaction: a role is judged by what it may from then on.
 */
export async function requireHandOuts(
  tx: Tx,
  caller: Caller,
  changes: readonly DefinitionChange[],
): Promise<void> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  for (const { kind, key, body } of changes) {
    if (kind === 'role' && body) requireHandOut(workspace, caller, key)
    const role = kind === 'workflow' ? body?.['runs_as'] : undefined
    if (typeof role === 'string') requireHandOut(workspace, caller, role)
  }
}
