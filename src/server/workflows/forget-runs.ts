import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'

// What was given up stays for as long, too: whoever looks after it has had their time.
const runs = `
  delete from app.workflow_runs where tenant_id = $1 and ended_at < now() - interval '90 days'`
const notifications = `
  delete from app.notifications where tenant_id = $1 and created_at < now() - interval '90 days'
    and (read_at is not null or approval_id is null)`

/** Runs with their logs, and what people were told, are kept for ninety days. */
export const forgetRuns = (database: Database): Job => ({
  name: 'forget runs',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'forget runs', async (client, tenantId) => {
      await client.query(runs, [tenantId])
      await client.query(notifications, [tenantId])
    }),
})
