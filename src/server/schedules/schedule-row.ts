import type { Reason } from '#contracts/reason.ts'
import { AppError } from '#base/app-error.ts'
import type { ExportFormat } from '#contracts/api/exports.ts'
import type { ScheduleState } from '#contracts/api/schedules.ts'
import { isOwn } from '../access/is-own.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'

/** What a scheduled export writes, and how long it is kept. */
export interface ExportSettings {
  format: ExportFormat
  /** A Query without its model; null for all there is. */
  query: Record<string, unknown> | null
  keep_days: number
  keep_count: number
}

/** What a scheduled import does with a file. */
export interface ImportSettings {
  key: string | null
  /** Absent in schedules from before there was a choice. */
  without_key?: 'refuse' | 'create'
  mode: 'all_or_nothing' | 'skip_bad'
}

/** A row of `app.transfer_schedules`. Times are ISO texts. */
export type ScheduleRecord = {
  id: string
  user_id: string
  token_id: string | null
  name: string
  plan: string
  zone: string
  model_key: string
  active: boolean
  next_at: string | null
  failures: number
  trouble: string | null
  reasons: Reason[] | null
} & (
  | { kind: 'export'; source: null; settings: ExportSettings }
  | { kind: 'import'; source: string; settings: ImportSettings }
)

/** The columns of a `ScheduleRecord` for a select. */
export const scheduleColumns = `id, user_id, token_id, name, kind, plan, zone, model_key, settings, source, active, failures, trouble, reasons,
  to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_at`

/** A schedule of this person, or 404: what it makes is what they may see, so nobody else is told of it. */
export async function scheduleById(
  tx: Tx,
  caller: Caller,
  id: string,
  lock = false,
): Promise<ScheduleRecord> {
  const { rows } = await tx.query<ScheduleRecord>(
    `select ${scheduleColumns} from app.transfer_schedules
     where tenant_id = $1 and id::text = $2 and user_id = $3 ${lock ? 'for update' : ''}`,
    [caller.tenantId, id.toLowerCase(), caller.userId],
  )
  const [row] = rows
  if (!row || !isOwn(caller, { by: row.user_id, token: row.token_id })) throw new AppError('not_found')
  return row
}

function statusOf({ active, failures, trouble }: ScheduleRecord): ScheduleState['status'] {
  if (!active) return trouble === null ? 'paused' : 'stopped'
  return failures > 0 ? 'failing' : 'active'
}

/** A schedule as the API shows it. */
export const scheduleState = (row: ScheduleRecord): ScheduleState => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  plan: row.plan,
  zone: row.zone,
  model: row.model_key,
  active: row.active,
  status: statusOf(row),
  next_at: row.next_at,
  trouble: row.trouble,
  reasons: row.reasons,
})
