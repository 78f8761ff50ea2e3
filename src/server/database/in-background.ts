import type { Statement } from '#kernel/sql/sql.ts'
import type { Database } from './database.ts'
import { repeatOnClash } from './repeat-on-clash.ts'
import { Transaction, type Tx } from './transaction.ts'

/**
 * Runs `work` in one transaction of a workspace on nobody's behalf, beside its writers: for background jobs. It may run
 * again after a deadlock.
 */
export function inBackground<T>(
  database: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return repeatOnClash(async () => {
    const [transaction] = await Transaction.begin(
      database.owner,
      'write',
      '',
      inWorkspace(tenantId),
      tenantId,
    )
    try {
      await transaction.query("select app.lock_workspace($1, 'write')", [tenantId])
      const { rows } = await transaction.query<{ release_id: string; slots_id: string | null }>(
        "select release_id, slots_id, set_config('app.release', release_id::text, true) from app.tenants where id = $1",
        [tenantId],
      )
      transaction.releaseId = rows[0]?.release_id ?? ''
      transaction.slotsId = rows[0]?.slots_id ?? null
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  })
}

const inWorkspace = (tenantId: string): Statement => ({
  text: "select set_config('app.tenant', $1, true)",
  values: [tenantId],
})
