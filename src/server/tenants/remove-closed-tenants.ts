import { rm } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import { headsFile } from '../audit/audit-heads.ts'

const due = 'select from app.tenants where id = $1 and remove_at <= now()'
const files = `
  select storage_key from app.files where tenant_id = $1
  union all select storage_key from app.imports where tenant_id = $1 and storage_key is not null
  union all select storage_key from app.exports where tenant_id = $1 and storage_key is not null
  union all select storage_key from app.bucket_objects where tenant_id = $1
  union all select storage_key from app.upload_pieces where tenant_id = $1
  union all select storage_key from app.pending_blobs where tenant_id = $1`

/**
 * Removes closed workspaces whose 30 days are over: the bytes of files first, while there is a row that names them, then
 * every row. Killed anywhere, the next run goes on where this one stopped.
 */
export const removeClosedTenants = (database: Database, store: FileStore, dataDir: string): Job => ({
  name: 'remove closed workspaces',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'remove closed workspaces', async (client, tenantId) => {
      if ((await client.query(due, [tenantId])).rowCount === 0) return
      const { rows } = await client.query<{ storage_key: string }>(files, [tenantId])
      for (const { storage_key } of rows) await store.remove(storage_key)
      const { rows: answers } = await client.query<{ removed: boolean }>(
        'select app_private.remove_tenant($1) as removed',
        [tenantId],
      )
      if (answers[0]?.removed === true) await rm(headsFile(dataDir, tenantId), { force: true })
    }),
})
