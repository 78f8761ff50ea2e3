import { newId } from '#base/ids.ts'
import { wallTime } from '#base/wall-time.ts'
import type { ExportRequest } from '#contracts/api/exports.ts'
import { importRunSchema } from '#contracts/api/imports.ts'
import type { Tx } from '../database/in-tenant.ts'
import { titledFileName } from '../files/content-disposition.ts'
import { wakeTransfers } from '../transfers/wake-transfers.ts'
import type { ScheduleRecord } from './schedule-row.ts'

/** What became of the wish to run: the transfer that was begun, or why there is none. */
export type BegunRun = { id: string } | 'running' | 'no_file'

// One at a time, and one for each time that was due, also where the clocks of two servers differ.
const running = `
  select exists (select from app.exports where tenant_id = $1 and schedule_id = $2 and (status = 'running' or due_at = $3))
    or exists (select from app.imports where tenant_id = $1 and schedule_id = $2 and (status = 'running' or due_at = $3)) as running`

const beginExport = `
  insert into app.exports (tenant_id, id, name, model_key, format, request, created_by, token_id, schedule_id, due_at, keep_days, told)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false)`

const newest = `
  select id from app.imports where tenant_id = $1 and created_by = $2 and source = $3 and status = 'staged'
  order by created_at desc, id desc limit 1 for update`

// What was uploaded earlier must not come after it.
const outdated = `
  update app.imports set status = 'cancelled', error = 'A newer file was uploaded.', updated_at = now()
  where tenant_id = $1 and created_by = $2 and source = $3 and status = 'staged' and id <> $4`

// With no more rights than the token that uploaded the file has, or the one that made the schedule.
const beginImport = `
  update app.imports set status = 'running', run = $3, model_key = $4, attempts = 0, cancel_requested = false, heartbeat_at = now(),
    updated_at = now(), request_id = $2::text, token_id = coalesce(token_id, $5), schedule_id = $6, due_at = $7, told = false
  where tenant_id = $1 and id = $2`

/**
 * Begins a run of a schedule that is held by this transaction: an ordinary export or import, on behalf of the schedule's
 * person, whose rights count when it runs. `dueAt` is the time it was due; null when somebody asked for it.
 */
export async function beginRun(
  tx: Tx,
  tenantId: string,
  schedule: ScheduleRecord,
  dueAt: string | null,
): Promise<BegunRun> {
  const { rows } = await tx.query<{ running: boolean }>(running, [tenantId, schedule.id, dueAt])
  if (rows[0]?.running === true) return 'running'
  const begun =
    schedule.kind === 'export'
      ? exportRun(tx, tenantId, schedule, dueAt)
      : importRun(tx, tenantId, schedule, dueAt)
  tx.afterCommit(async () => wakeTransfers())
  return begun
}

async function exportRun(
  tx: Tx,
  tenantId: string,
  { id: scheduleId, user_id, token_id, name, model_key, zone, settings }: ScheduleRecord & { kind: 'export' },
  dueAt: string | null,
): Promise<BegunRun> {
  const { format, query, keep_days: days } = settings
  const id = newId()
  const request: ExportRequest = {
    model: model_key,
    format,
    ...(query && { query: JSON.stringify(query) }),
    bom: format === 'csv',
    zone,
    only_large: false,
  }
  // The runs of a plan are told apart by their day.
  const { day } = wallTime(new Date(), zone)
  const place = [
    tenantId,
    id,
    titledFileName(`${name} ${day}`, format),
    model_key,
    format,
    JSON.stringify(request),
  ]
  await tx.query(beginExport, [...place, user_id, token_id, scheduleId, dueAt, days])
  return { id }
}

async function importRun(
  tx: Tx,
  tenantId: string,
  {
    id: scheduleId,
    user_id,
    token_id,
    model_key,
    zone,
    settings,
    source,
  }: ScheduleRecord & { kind: 'import' },
  dueAt: string | null,
): Promise<BegunRun> {
  const { rows } = await tx.query<{ id: string }>(newest, [tenantId, user_id, source])
  const [file] = rows
  if (!file) return 'no_file'
  await tx.query(outdated, [tenantId, user_id, source, file.id])
  const { key, without_key: withoutKey, mode } = settings
  const request = importRunSchema.parse({
    target: { model: model_key },
    mode,
    zone,
    ...(key !== null && { key, without_key: withoutKey }),
  })
  await tx.query(beginImport, [
    tenantId,
    file.id,
    JSON.stringify({ request }),
    model_key,
    token_id,
    scheduleId,
    dueAt,
  ])
  return { id: file.id }
}
