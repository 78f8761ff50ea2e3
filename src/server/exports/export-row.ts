import { AppError } from '#base/app-error.ts'
import type { Language } from '#contracts/language.ts'
import type { Reason } from '#contracts/reason.ts'
import type { ExportRequest, ExportState } from '#contracts/api/exports.ts'
import { isOwn } from '../access/is-own.ts'
import type { RecordContext } from '../records/record-context.ts'

/** A row of `app.exports`. */
export interface ExportRecord {
  id: string
  name: string
  model_key: string
  format: ExportState['format']
  /** What was asked for, and in which language by whoever said. */
  request: ExportRequest & { language?: Language }
  status: ExportState['status']
  row_count: number
  done_count: number
  size: string | null
  storage_key: string | null
  error: string | null
  reasons: Reason[] | null
  attempts: number
  cancel_requested: boolean
  /** Nobody has begun to write it. */
  waiting: boolean
  created_by: string
  token_id: string | null
  expires_at: string | null
  seconds: number
}

const columns = `id, name, model_key, format, request, row_count, done_count, size, storage_key, error, reasons, attempts, cancel_requested, started_at is null as waiting, created_by, token_id,
  case when status = 'done' and expires_at <= now() then 'expired' else status end as status,
  to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
  coalesce(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at), 0)::float8 as seconds`

/**
 * An export of this person, or 404: what it holds is what they may see, so nobody else is told of it, nor a token with a role of
 * its own that did not ask for it.
 */
export async function exportById(
  { tx, caller }: RecordContext,
  id: string,
  lock = false,
): Promise<ExportRecord> {
  const { rows } = await tx.query<ExportRecord>(
    `select ${columns} from app.exports where tenant_id = $1 and id = $2 and created_by = $3 ${lock ? 'for update' : ''}`,
    [caller.tenantId, id, caller.userId],
  )
  const [row] = rows
  if (!row || !isOwn(caller, { by: row.created_by, token: row.token_id })) throw new AppError('not_found')
  return row
}

/** An export as the API shows it. */
export const exportState = (row: ExportRecord): ExportState => ({
  id: row.id,
  name: row.name,
  model: row.model_key,
  format: row.format,
  status: row.status,
  rows: row.row_count,
  done: row.done_count,
  rows_per_second: row.seconds > 0 ? Math.round(row.done_count / row.seconds) : null,
  size: row.size === null ? null : Number(row.size),
  cancelling: row.status === 'running' && row.cancel_requested,
  error: row.error,
  reasons: row.reasons,
  expires_at: row.expires_at,
})
