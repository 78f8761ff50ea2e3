import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inEveryTenant } from './in-every-tenant.ts'
import type { Job } from './job-loop.ts'

interface Orphan {
  id: string
  storage_key: string
}

// Longer than anybody fills in a form.
const grace = '1 day'

// A record that takes a file up marks it in the same transaction (check-files.ts), so one of the two waits for the other.
const giveUp = `update app.files set deleted_at = now() - interval '${grace}'
  where tenant_id = $1 and held_at is null and deleted_at is null and created_at < now() - interval '${grace}'`
const next = `select id, storage_key from app.files
  where tenant_id = $1 and held_at is null and deleted_at <= now() - interval '${grace}' order by id limit 500`
const forget = 'delete from app.files where tenant_id = $1 and id = any($2::uuid[])'

/**
 * Uploads that no record ever held, and uploads that never came to their end, are removed a day later. First they can no
 * longer be used, then the bytes go, then the row: killed anywhere, the next run goes on where this one stopped.
 */
export const removeOrphanFiles = (database: Database, store: FileStore): Job => ({
  name: 'remove orphan files',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'remove orphan files', async (client, tenantId) => {
      await client.query(giveUp, [tenantId])
      for (;;) {
        const { rows } = await client.query<Orphan>(next, [tenantId])
        if (rows.length === 0) return
        for (const { storage_key } of rows) await store.remove(storage_key)
        await client.query(forget, [tenantId, rows.map(({ id }) => id)])
      }
    }),
})
