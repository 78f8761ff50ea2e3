import { compileWorkspace, type Workspace, type WorkspaceDocument } from '#kernel/models/workspace.ts'
import type { Tx } from '../database/in-tenant.ts'

const kept = 500
// A release never changes, so what was compiled from one counts forever.
const compiled = new Map<string, Workspace>()

/** The workspace of the transaction, as its release says; compiled once per process and release. */
export async function loadWorkspace(tx: Tx, tenantId: string): Promise<Workspace> {
  const { releaseId } = tx
  const key = `${tenantId} ${releaseId}`
  const known = compiled.get(key)
  if (known) {
    compiled.delete(key)
    compiled.set(key, known)
    return known
  }
  const { rows } = await tx.query<WorkspaceDocument>(
    `select kind, id, key, body, to_json(created_at)#>>'{}' as created_at from app.released
     where tenant_id = $1 and kind in ('model', 'archetype', 'role', 'field_permissions')`,
    [tenantId],
  )
  const workspace = compileWorkspace(tenantId, releaseId, rows)
  compiled.set(key, workspace)
  forgetOldest()
  return workspace
}

function forgetOldest(): void {
  while (compiled.size > kept) {
    const [oldest] = compiled.keys()
    if (oldest === undefined) return
    compiled.delete(oldest)
  }
}
