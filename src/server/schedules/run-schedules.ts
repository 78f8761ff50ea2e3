import type { Tx } from '../database/in-tenant.ts'
import { attendDue } from '../jobs/attend-due.ts'
import type { Job } from '../jobs/job-loop.ts'
import type { Services } from '../services.ts'
import { beginRun } from './begin-run.ts'
import { hearRuns } from './hear-runs.ts'
import { nextTime } from './next-time.ts'
import { scheduleColumns, type ScheduleRecord } from './schedule-row.ts'

const due = `
  select schedule_id as id, tenant_id from app_private.schedule_due where due_at <= now() order by due_at limit 200`

// Whoever has it keeps it until the end of the transaction; what happens to its runs meanwhile is heard the next time.
const hold = `
  select from app_private.schedule_due where schedule_id = $1 and due_at <= now() for update skip locked`

const find = `
  select ${scheduleColumns}, next_at <= now() as is_due from app.transfer_schedules where tenant_id = $1 and id = $2 for update`

const settle = `
  update app_private.schedule_due d set due_at = coalesce((
    select s.next_at from app.transfer_schedules s where s.tenant_id = $1 and s.id = $2), 'infinity')
  where d.schedule_id = $2`

/**
 * Looks at one schedule whose time has come or whose run has ended, in one transaction: the run is begun and the next time
 * put down, or nothing of it. A time that was missed is made up for once: the next one counts from now.
 */
async function attend(tx: Tx, services: Services, tenantId: string, id: string): Promise<void> {
  const { rows } = await tx.query<ScheduleRecord & { is_due: boolean | null }>(find, [tenantId, id])
  const [found] = rows
  if (found) {
    const schedule = await hearRuns(tx, services, tenantId, found)
    if (found.is_due && schedule.active) {
      // One that still runs, or has no new file, passes its time over.
      await beginRun(tx, tenantId, schedule, schedule.next_at)
      const next = nextTime(schedule.plan, schedule.zone, new Date())
      await tx.query('update app.transfer_schedules set next_at = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        id,
        next,
      ])
    }
  }
  await tx.query(settle, [tenantId, id])
}

/** Begins what is due in any workspace, whichever process looks first, and hears how runs ended. */
export const runSchedules = (services: () => Services): Job =>
  attendDue(services, { name: 'schedules', due, hold, attend })
