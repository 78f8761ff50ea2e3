import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'

const old = `
  delete from app.outgoing_messages
  where tenant_id = $1 and run_id is null and status <> 'waiting' and created_at < now() - interval '30 days'`

/** What became of messages is kept for thirty days; those of a run are kept with it. */
export const forgetMessages = (database: Database): Job => ({
  name: 'forget messages',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'forget messages', async (client, tenantId) => {
      await client.query(old, [tenantId])
    }),
})
