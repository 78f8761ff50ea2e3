import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database/database.ts'

/**
 * Does the upkeep `name` in each workspace, as owner, unless another process is at it. `work` gets a connection that
 * stands in the workspace for everything it does until it returns, each statement a transaction of its own.
 */
export async function inEveryTenant(
  { owner }: Database,
  name: string,
  work: (client: pg.PoolClient, tenantId: string) => Promise<void>,
): Promise<void> {
  const client = await owner.connect()
  const lock = createHash('sha256').update(`formwork job ${name}`).digest().readBigInt64BE().toString()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
    if (rows[0]?.free !== true) return
    const { rows: tenants } = await client.query<{ id: string }>('select id from app.tenants order by id')
    for (const { id } of tenants) {
      await client.query("select set_config('app.tenant', $1, false)", [id])
      await work(client, id)
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw broken
  } finally {
    // A connection that failed is closed, and what it held with it. One that goes back must stand in no workspace.
    if (!broken)
      await client.query("select pg_advisory_unlock($1), set_config('app.tenant', '', false)", [lock])
    client.release(broken)
  }
}
