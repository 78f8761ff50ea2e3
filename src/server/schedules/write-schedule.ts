import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { scheduleWriteSchema, type ScheduleUpdate, type ScheduleWrite } from '#contracts/schedule.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { exportQuery } from '../exchange/export-records.ts'
import { invalidInput } from '../http/error-details.ts'
import { importableFields } from '../imports/match-columns.ts'
import { recordContext } from '../records/open-records.ts'
import { modelFor, prepare } from '../records/record-context.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { beginRun } from './begin-run.ts'
import { checkPlan, nextTime } from './next-time.ts'
import { scheduleById, type ScheduleRecord } from './schedule-row.ts'

/** One person keeps no more than this in one workspace. */
const most = 50

const settingsOf = (wish: ScheduleWrite): string =>
  JSON.stringify(
    wish.kind === 'export'
      ? { format: wish.format, query: wish.query, keep_days: wish.keep_days, keep_count: wish.keep_count }
      : { key: wish.key, without_key: wish.without_key, mode: wish.mode },
  )

const sourceOf = (wish: ScheduleWrite): string | null => (wish.kind === 'import' ? wish.source : null)

const firstTime = ({ active, plan, zone }: ScheduleWrite): Date | null =>
  active ? nextTime(plan, zone, new Date()) : null

/** What cannot be done now is refused now; whether it still may be done is asked again at each run. */
async function check(
  tx: Tx,
  caller: Caller,
  services: Services,
  wish: ScheduleWrite,
  id: string,
): Promise<void> {
  if (caller.preview) throw new AppError('forbidden', 'A preview only looks.')
  checkPlan(wish.plan, wish.zone, new Date())
  const context = await recordContext(tx, caller, services)
  if (wish.kind === 'export') {
    const model = modelFor(context, wish.model, 'export')
    prepare(context, exportQuery(model.key, wish.query === null ? undefined : JSON.stringify(wish.query)))
    return
  }
  const model = modelFor(context, wish.model, 'create')
  if (model.kind !== 'objects') throw new AppError('forbidden', 'Files are imported into your own models.')
  if (wish.key !== null) {
    modelFor(context, wish.model, 'update')
    if (!importableFields(context, model, wish.key).some(({ key }) => key === wish.key))
      throw invalid([{ path: 'key', code: 'unknown_field', message: 'There is no such field.' }])
  }
  const { rowCount } = await tx.query(
    'select from app.transfer_schedules where tenant_id = $1 and user_id = $2 and source = $3 and id <> $4',
    [caller.tenantId, caller.userId, wish.source, id],
  )
  if (rowCount > 0)
    throw invalid([
      { path: 'source', code: 'not_unique', message: 'Another of your schedules takes these files.' },
    ])
}

/** Makes a schedule of the caller and answers its id. Throws 403, 404, 422. */
export async function createSchedule(
  tx: Tx,
  caller: Caller,
  services: Services,
  wish: ScheduleWrite,
): Promise<string> {
  const id = newId()
  await check(tx, caller, services, wish, id)
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from app.transfer_schedules where tenant_id = $1 and user_id = $2',
    [caller.tenantId, caller.userId],
  )
  if ((rows[0]?.count ?? 0) >= most)
    throw invalid([
      { path: 'name', code: 'limit', message: 'You have too many schedules. Delete some first.' },
    ])
  const { name, kind, plan, zone, model, active } = wish
  const what = [caller.tenantId, id, caller.token?.id ?? null, name, kind, plan, zone, model]
  await tx.query(
    `insert into app.transfer_schedules (tenant_id, id, token_id, name, kind, plan, zone, model_key, settings, source, active, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [...what, settingsOf(wish), sourceOf(wish), active, firstTime(wish)],
  )
  await recordEvent(tx, caller, {
    kind: 'created',
    subject: 'schedule',
    recordId: id,
    after: { name, model },
  })
  return id
}

/** The schedule as it was wished for. */
const wishOf = ({ name, kind, plan, zone, active, model_key: model, settings, source }: ScheduleRecord) => ({
  name,
  kind,
  plan,
  zone,
  active,
  model,
  ...settings,
  ...(source !== null && { source }),
})

/**
 * Changes a schedule of the caller. From then on it has the rights of whoever changed it: the person's, or those of the
 * token they did it by. Throws 403, 404, 422.
 */
export async function updateSchedule(
  tx: Tx,
  caller: Caller,
  services: Services,
  id: string,
  change: ScheduleUpdate,
): Promise<string> {
  const before = await scheduleById(tx, caller, id, true)
  const parsed = scheduleWriteSchema.safeParse({ ...wishOf(before), ...change })
  if (!parsed.success) throw invalidInput(parsed.error)
  const wish = parsed.data
  await check(tx, caller, services, wish, before.id)
  const { name, plan, zone, model, active } = wish
  // Other times, or switched on again: what was missed before does not count.
  const moved = before.plan !== plan || before.zone !== zone || before.active !== active
  const what = [caller.tenantId, before.id, caller.token?.id ?? null, name, plan, zone, model]
  await tx.query(
    `update app.transfer_schedules set token_id = $3, name = $4, plan = $5, zone = $6, model_key = $7, settings = $8, source = $9,
       active = $10, next_at = $11, failures = case when $12 then 0 else failures end, trouble = case when $12 then null else trouble end,
       reasons = case when $12 then null else reasons end
     where tenant_id = $1 and id = $2`,
    [
      ...what,
      settingsOf(wish),
      sourceOf(wish),
      active,
      moved ? firstTime(wish) : before.next_at,
      before.active !== active,
    ],
  )
  const after = { name, model, active }
  await recordEvent(tx, caller, { kind: 'updated', subject: 'schedule', recordId: before.id, after })
  return before.id
}

/** Deletes a schedule of the caller; what its runs made stays as long as it was to be kept. Throws 404. */
export async function deleteSchedule(tx: Tx, caller: Caller, id: string): Promise<void> {
  const { id: found, name } = await scheduleById(tx, caller, id, true)
  await tx.query('delete from app.transfer_schedules where tenant_id = $1 and id = $2', [
    caller.tenantId,
    found,
  ])
  await recordEvent(tx, caller, { kind: 'deleted', subject: 'schedule', recordId: found, before: { name } })
}

/** Begins a run now, and answers the export or import it is. Throws 404, 422 without a file, 425 while one runs. */
export async function runScheduleNow(
  tx: Tx,
  caller: Caller,
  services: Services,
  id: string,
): Promise<{ id: string; kind: ScheduleRecord['kind'] }> {
  if (caller.preview) throw new AppError('forbidden', 'A preview only looks.')
  services.limiter.take('schedule-run', caller.tenantId, 60, 600)
  const schedule = await scheduleById(tx, caller, id, true)
  // Whoever asks must have the rights themselves: a token has no more here than it would have without the schedule.
  await check(tx, caller, services, scheduleWriteSchema.parse(wishOf(schedule)), schedule.id)
  const begun = await beginRun(tx, caller.tenantId, schedule, null)
  if (begun === 'running') throw new AppError('in_progress', 'This schedule is running already.')
  if (begun === 'no_file') throw new AppError('invalid', 'No file was uploaded since the last run.')
  return { id: begun.id, kind: schedule.kind }
}
