import type { Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { holdImport, type ImportRecord } from './import-row.ts'

const interrupted = 'The import was interrupted. Nothing of it was kept.'

/**
 * An import whose process died is still called running, but nobody holds its lock. Answers the row as it really is and
 * notes it after the transaction, past the workspace's locks.
 */
export async function settleImport(
  tx: Tx,
  { database }: Services,
  tenantId: string,
  row: ImportRecord,
): Promise<ImportRecord> {
  if (row.status !== 'running' || !row.stale || !(await holdImport(tx, row.id))) return row
  tx.afterCommit(async () => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('app.tenant', $1, true)", [tenantId])
      await client.query(
        "update app.imports set status = 'failed', error = $3, done_count = 0, updated_at = now() where tenant_id = $1 and id = $2 and status = 'running'",
        [tenantId, row.id, interrupted],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })
  return { ...row, status: 'failed', error: interrupted, done_count: 0 }
}
