import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inEveryTenant } from './in-every-tenant.ts'
import type { Job } from './job-loop.ts'

const next = 'select storage_key, used from app_private.abandoned_blobs($1)'
const forget = 'delete from app.pending_blobs where tenant_id = $1 and storage_key = any($2::text[])'

/** Blobs whose process was killed between writing them and saying whose they are, or before removing them. */
export const removeAbandonedBlobs = (database: Database, store: FileStore): Job => ({
  name: 'remove abandoned blobs',
  every: 300,
  run: () =>
    inEveryTenant(database, 'remove abandoned blobs', async (client, tenantId) => {
      for (;;) {
        const { rows } = await client.query<{ storage_key: string; used: boolean }>(next, [tenantId])
        if (rows.length === 0) return
        for (const { storage_key, used } of rows) if (!used) await store.remove(storage_key)
        await client.query(forget, [tenantId, rows.map(({ storage_key }) => storage_key)])
      }
    }),
})
