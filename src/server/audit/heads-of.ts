import { readHeads, type AuditHead } from './audit-heads.ts'
import type { Ask } from './verify-audit.ts'

/** Every head known of a workspace's audit log: the database's and those noted beside it. */
export async function headsOf(ask: Ask, dataDir: string, tenantId: string): Promise<AuditHead[]> {
  const noted = await readHeads(dataDir, tenantId)
  const { rows } = await ask<{ number: string; hash: string }>('select * from app.audit_head()')
  return [...noted, ...rows.map(({ number, hash }) => ({ number: Number(number), hash }))]
}
