import pg from 'pg'
import type { AuditVerdict } from '#contracts/api/audit.ts'
import { readHeads } from './audit-heads.ts'
import { headsOf } from './heads-of.ts'
import { verifyAudit } from './verify-audit.ts'

export interface TenantVerdict {
  tenantId: string
  name: string
  verdict: AuditVerdict
}

/** Looks through the audit logs of all workspaces (or one) of a database, as its owner; `dataDir` holds noted heads. */
export async function verifyEveryAudit(
  databaseUrl: string,
  dataDir: string,
  only: string | null = null,
): Promise<TenantVerdict[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; name: string }>(
      'select id, name from app.tenants where $1::uuid is null or id = $1 order by id',
      [only],
    )
    const verdicts: TenantVerdict[] = []
    for (const { id, name } of rows) {
      await client.query("select set_config('app.tenant', $1, false)", [id])
      const ask = async <R>(text: string, values?: unknown[]): Promise<{ rows: R[] }> => {
        const answer = await client.query(text, values)
        return { rows: answer.rows as R[] }
      }
      // One snapshot, taken after the notes beside the database were read: what is written meanwhile stands in none of them.
      const noted = await readHeads(dataDir, id)
      await client.query('begin isolation level repeatable read read only')
      const verdict = await verifyAudit(ask, id, await headsOf(ask, noted))
      await client.query('commit')
      verdicts.push({ tenantId: id, name, verdict })
    }
    return verdicts
  } finally {
    await client.end()
  }
}
