import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'

const old = `delete from app.webhook_deliveries
  where tenant_id = $1 and status <> 'waiting' and created_at < now() - interval '30 days'`

/** What became of deliveries is kept for thirty days. */
export const forgetDeliveries = (database: Database): Job => ({
  name: 'forget deliveries',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'forget deliveries', async (client, tenantId) => {
      await client.query(old, [tenantId])
    }),
})
