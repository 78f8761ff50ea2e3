import type { AuditHead } from './audit-heads.ts'
import type { Ask } from './verify-audit.ts'

/** Every head known of a workspace's audit log: the database's and `noted`, those beside it, read before the database's snapshot. */
export async function headsOf(ask: Ask, noted: readonly AuditHead[]): Promise<AuditHead[]> {
  const { rows } = await ask<{ number: string; hash: string }>('select * from app.audit_head()')
  return [...noted, ...rows.map(({ number, hash }) => ({ number: Number(number), hash }))]
}
