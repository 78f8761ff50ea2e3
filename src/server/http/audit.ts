import { verifyAudit as verifyEndpoint } from '#contracts/api/audit.ts'
import { readHeads } from '../audit/audit-heads.ts'
import { headsOf } from '../audit/heads-of.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { inTenant } from '../database/in-tenant.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { handle } from './route.ts'

export const auditHandlers = [
  handle(verifyEndpoint, async ({ caller, services }) => {
    const noted = await readHeads(services.settings.dataDir, caller.tenantId)
    return inTenant(
      caller,
      async (tx) => {
        await requireManage(tx, caller, 'workspace')
        services.limiter.take('audit-verification', caller.tenantId, 20, 60)
        const ask = <R>(text: string, values?: unknown[]) => tx.query<R>(text, values)
        return verifyAudit(ask, caller.tenantId, await headsOf(ask, noted))
      },
      { mode: 'read' },
    )
  }),
]
