import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inEveryTenant } from './in-every-tenant.ts'
import type { Job } from './job-loop.ts'

const next = `
  select p.storage_key from app.uploads u join app.upload_pieces p on p.tenant_id = u.tenant_id and p.upload_id = u.id
  where u.tenant_id = $1 and u.expires_at <= now() limit 500`
const forgetPieces = 'delete from app.upload_pieces where tenant_id = $1 and storage_key = any($2::text[])'
const forget = `
  delete from app.uploads u where u.tenant_id = $1 and u.expires_at <= now()
    and not exists (select from app.upload_pieces p where p.tenant_id = u.tenant_id and p.upload_id = u.id)`

/** Uploads in pieces that nobody finished in time: the bytes go first, so that a row tells of them until they are gone. */
export const removeUnfinishedUploads = (database: Database, store: FileStore): Job => ({
  name: 'remove unfinished uploads',
  every: 900,
  run: () =>
    inEveryTenant(database, 'remove unfinished uploads', async (client, tenantId) => {
      for (;;) {
        const { rows } = await client.query<{ storage_key: string }>(next, [tenantId])
        for (const { storage_key } of rows) await store.remove(storage_key)
        if (rows.length === 0) break
        await client.query(forgetPieces, [tenantId, rows.map(({ storage_key }) => storage_key)])
      }
      await client.query(forget, [tenantId])
    }),
})
