import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'

const next = `
  select id, storage_key from app.exports
  where tenant_id = $1 and status = 'done' and expires_at <= now() and storage_key is not null order by id limit 100`
const forget =
  "update app.exports set status = 'expired', storage_key = null where tenant_id = $1 and id = any($2::uuid[])"
// What nobody looks at any more.
const drop =
  "delete from app.exports where tenant_id = $1 and status <> 'running' and storage_key is null and created_at < now() - interval '90 days'"

/** Files of exports go when their time is over; the bytes first, so that a row tells of them until they are gone. */
export const removeExpiredExports = (database: Database, store: FileStore): Job => ({
  name: 'remove expired exports',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'remove expired exports', async (client, tenantId) => {
      for (;;) {
        const { rows } = await client.query<{ id: string; storage_key: string }>(next, [tenantId])
        if (rows.length === 0) break
        for (const { storage_key } of rows) await store.remove(storage_key)
        await client.query(forget, [tenantId, rows.map(({ id }) => id)])
      }
      await client.query(drop, [tenantId])
    }),
})
