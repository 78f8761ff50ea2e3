import { AppError } from '#base/app-error.ts'
import type { Message } from '#base/saying.ts'
import type { Reason } from '#contracts/reason.ts'
import type { ImportFormat, ImportRun, ImportState, RejectedRow } from '#contracts/api/imports.ts'
import { isOwn } from '../access/is-own.ts'
import type { Dialect } from '../exchange/row-stream.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { RecordContext } from '../records/record-context.ts'
import { columnNames } from './column-names.ts'
import type { InferredColumn } from './infer-columns.ts'

/** What an import made beside records; taken back by the undo. */
export interface ImportMade {
  model: string | null
  layouts: string[]
  routes: string[]
}

/** A row of `app.imports`. */
export interface ImportRecord {
  id: string
  name: string
  format: ImportFormat
  status: ImportState['status']
  storage_key: string | null
  row_count: number
  done_count: number
  created_count: number
  updated_count: number
  rejected_count: number
  staged: {
    columns: InferredColumn[]
    headers?: string[]
    sheet?: string
    dialect?: Dialect
    looked?: number
  } | null
  run: { request: ImportRun; made?: ImportMade } | null
  model_key: string | null
  routes: string[]
  release_id: string | null
  error: string | null
  reasons: Reason[] | null
  created_by: string
  token_id: string | null
  /** Rows of the file that are dealt with. */
  position: number
  attempts: number
  cancel_requested: boolean
  started_at: string | null
  ended_at: string | null
  /** Seconds it ran, or runs. */
  seconds: number
}

const columns = `id, name, format, status, storage_key, row_count, done_count, created_count, updated_count, rejected_count, staged, run,
  model_key, routes, release_id, error, reasons, created_by, token_id, position, attempts, cancel_requested, started_at, ended_at,
  coalesce(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at), 0)::float8 as seconds`

/** An import of this person (or any, for who manages models), or 404. With `lock` it is held until the transaction ends. */
export async function importById(
  { tx, caller, access }: RecordContext,
  id: string,
  lock = false,
): Promise<ImportRecord> {
  const { rows } = await tx.query<ImportRecord>(
    `select ${columns} from app.imports where tenant_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [caller.tenantId, id],
  )
  const [row] = rows
  const isCallers = row && isOwn(caller, { by: row.created_by, token: row.token_id })
  if (!row || (!isCallers && !access.manages('models'))) throw new AppError('not_found')
  return row
}

interface KeptError extends Omit<RejectedRow, 'text' | 'values'> {
  number: number
  said: Omit<Message, 'message'> | null
}

const errorColumns = 'number, line as row, path, message, said, value, theirs'

/** Mistakes as this reader may know them now: rights may be others since, and who manages models did not see the file. */
function rejectedRow(context: RecordContext, row: ImportRecord): (error: KeptError) => RejectedRow {
  const { access, workspace, caller } = context
  const columnOf = columnNames(context, row)
  const model = workspace.models.get(row.model_key ?? '')
  const isTheirs = row.created_by === caller.userId
  const seesRows =
    model !== undefined && access.can(model, 'read') && (isTheirs || access.rowRule(model) === null)
  return ({ number: _number, said, value, theirs, ...error }) => {
    const column = columnOf(error.path)
    const isOpen = seesRows && (error.path === '' || access.mayRead(model, error.path, true))
    return {
      ...error,
      value: isOpen || isTheirs ? value : null,
      theirs: isOpen ? theirs : null,
      ...(column !== undefined && { column }),
      ...said,
    }
  }
}

/** All errors of an import that are kept, in portions. */
export async function* keptErrors(
  context: RecordContext,
  row: ImportRecord,
): AsyncGenerator<RejectedRow[], void> {
  const { tx, caller } = context
  const named = rejectedRow(context, row)
  const page = `select ${errorColumns} from app.import_errors
    where tenant_id = $1 and import_id = $2 and number > $3 order by number limit 2000`
  let after = 0
  for (;;) {
    const { rows } = await tx.query<KeptError>(page, [caller.tenantId, row.id, after])
    if (rows.length === 0) return
    yield rows.map(named)
    after = rows.at(-1)?.number ?? after
  }
}

/** The first errors of an import, as far as the API shows them in one answer. */
async function firstErrors(context: RecordContext, row: ImportRecord): Promise<RejectedRow[]> {
  const { tx, caller } = context
  const { rows } = await tx.query<KeptError>(
    `select ${errorColumns} from app.import_errors where tenant_id = $1 and import_id = $2 order by number limit 1000`,
    [caller.tenantId, row.id],
  )
  return rows.map(rejectedRow(context, row))
}

/** How many rows of an import wait for a decision. */
export async function openConflicts({ tx, caller }: RecordContext, id: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from app.import_conflicts where tenant_id = $1 and import_id = $2',
    [caller.tenantId, id],
  )
  return rows[0]?.count ?? 0
}

/** An import as the API shows it. */
export async function importState(context: RecordContext, row: ImportRecord): Promise<ImportState> {
  return {
    id: row.id,
    name: row.name,
    format: row.format,
    status: row.status,
    rows: row.row_count,
    done: row.done_count,
    created: row.created_count,
    updated: row.updated_count,
    rejected: row.rejected_count > 0 ? await firstErrors(context, row) : [],
    rejected_count: row.rejected_count,
    conflicts: row.rejected_count > 0 ? await openConflicts(context, row.id) : 0,
    rows_per_second: row.seconds > 0 ? Math.round(row.done_count / row.seconds) : null,
    cancelling: row.status === 'running' && row.cancel_requested,
    model: row.model_key,
    routes: row.routes,
    release: row.release_id,
    error: row.error,
    reasons: row.reasons,
  }
}

// An import of one transaction holds this lock as long as it lives; when its process dies, the database lets go of it.
const lockName = 'hashtextextended($1, 0)'

/** Takes the lock of an import for this transaction; false when another holds it. */
export async function holdImport(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock(${lockName}) as held`,
    [`import:${id}`],
  )
  return rows[0]?.held === true
}
