import type { LayoutSummary } from '#contracts/layout-answer.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockIdOf } from '../features/stock-screens.ts'
import { requireMember } from '../workspaces/require-member.ts'

interface Row extends Omit<LayoutSummary, 'draft'> {
  draft: boolean
}

/** Every layout by title: shipped, changed, own; drafts only for those who manage layouts. Throws 403 for customers. */
export async function listLayouts(tx: Tx, caller: Caller): Promise<LayoutSummary[]> {
  const { access } = await requireMember(tx, caller)
  const { rows } = await tx.query<Row>(
    `select l.id::text as id, l.key, l.title, l.origin, l.draft, r.version_id,
       to_json(l.updated_at)#>>'{}' as updated_at
     from app.sys_layout l
     left join app.released r on r.tenant_id = l.tenant_id and r.kind = 'layout' and r.key = l.key
     where l.tenant_id = $1
     order by lower(l.title), l.key`,
    [caller.tenantId],
  )
  const editor = access.manages('layouts')
  return rows
    .filter(({ origin, version_id }) => editor || origin === 'stock' || version_id !== null)
    .map((row) => ({
      ...row,
      id: row.origin === 'stock' ? stockIdOf(row.key) : row.id,
      draft: editor && row.draft,
    }))
}
