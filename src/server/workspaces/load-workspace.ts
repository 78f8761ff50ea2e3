import type { Workspace, WorkspaceDocument } from '#kernel/models/workspace.ts'
import type { Tx } from '../database/in-tenant.ts'
import { readSlots } from '../slots/read-slots.ts'
import { stockIdOf, stockLayouts, stockRoutes } from '../features/stock-screens.ts'
import { compileDocuments } from './compile-documents.ts'

const kept = 500

// What the product ships stands behind a workspace's own of the same key.
const shipped: readonly WorkspaceDocument[] = [
  ...stockLayouts.map(({ key, title }) => ({ kind: 'layout', key, body: { title } })),
  ...stockRoutes.map(({ path, title }) => ({ kind: 'route', key: path, body: { title } })),
].map((document) => ({ ...document, id: stockIdOf(document.key), created_at: '' }))

// A release never changes, so what was compiled from one and a state of its typed columns counts forever.
const compiled = new Map<string, Workspace>()

/** The workspace of the transaction, as its release says; compiled once per process and release. */
export async function loadWorkspace(
  tx: Pick<Tx, 'query' | 'releaseId' | 'slotsId' | 'confirm'>,
  tenantId: string,
): Promise<Workspace> {
  const { releaseId, slotsId } = tx
  const key = `${tenantId} ${releaseId} ${slotsId}`
  const known = compiled.get(key)
  if (known) {
    compiled.delete(key)
    compiled.set(key, known)
    return known
  }
  // What is kept must be of that release for certain.
  await tx.confirm()
  const { rows } = await tx.query<WorkspaceDocument>(
    `select kind, id, key,
       case when kind in ('layout', 'route') then jsonb_build_object('title', body -> 'title') else body end as body,
       to_json(created_at)#>>'{}' as created_at
     from app.released
     where tenant_id = $1 and kind in ('model', 'archetype', 'role', 'field_permissions', 'layout', 'route')`,
    [tenantId],
  )
  const slots = { id: slotsId, rows: slotsId === null ? [] : await readSlots(tx, tenantId) }
  const workspace = compileDocuments(tenantId, releaseId, [...shipped, ...rows], slots)
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
