import type { Caller, Tx } from '../database/in-tenant.ts'
import type { ChangedRecord, MetConflict } from './change-records.ts'
import type { BadValue } from './import-rows.ts'

interface Place {
  tx: Pick<Tx, 'query'>
  caller: Pick<Caller, 'tenantId'>
}

/** So many errors of an import are kept for its report; the rest is only counted. */
export const mostErrors = 100_000

/** Keeps what was wrong with rows; `number` is how many were kept before. Answers how many are kept now. */
export async function keepErrors(
  { tx, caller }: Place,
  importId: string,
  errors: readonly BadValue[],
  number: number,
): Promise<number> {
  const room = Math.max(0, mostErrors - number)
  const rows = errors.slice(0, room).map(({ text, values, ...error }, index) => ({
    number: number + index + 1,
    ...error,
    ...(text !== undefined && { said: { text, values } }),
  }))
  if (rows.length > 0)
    await tx.query(
      `insert into app.import_errors (tenant_id, import_id, number, line, path, value, theirs, message, said, cells)
       select $1, $2, r.number, r.row, r.path, r.value, r.theirs, r.message, r.said, r.cells
       from jsonb_to_recordset($3::jsonb) as r (number integer, "row" integer, path text, value text, theirs text, message text, said jsonb, cells text)`,
      [caller.tenantId, importId, JSON.stringify(rows)],
    )
  return number + rows.length
}

/** Keeps what changed records were before, for the undo. A record that is changed twice keeps what it was at first. */
export async function keepChanged(
  { tx, caller }: Place,
  importId: string,
  records: readonly ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return
  await tx.query(
    `insert into app.import_records as k (tenant_id, import_id, object_id, created, before)
     select $1, $2, r.id, false, r.before from jsonb_to_recordset($3::jsonb) as r (id uuid, before jsonb)
     on conflict (tenant_id, import_id, object_id) do update set before = jsonb_build_object(
       'old', (excluded.before -> 'old') || (k.before -> 'old'), 'imported', (k.before -> 'imported') || (excluded.before -> 'imported'))`,
    [caller.tenantId, importId, JSON.stringify(records)],
  )
}

/** Keeps rows that wait for a decision, with what the records hold now. */
export async function keepConflicts(
  { tx, caller }: Place,
  importId: string,
  met: readonly MetConflict[],
): Promise<void> {
  if (met.length === 0) return
  const rows = met.map(({ line, id, mine, fields }) => ({
    line,
    id,
    mine,
    theirs: Object.fromEntries(Object.entries(fields).map(([key, { theirs }]) => [key, theirs])),
  }))
  await tx.query(
    `insert into app.import_conflicts (tenant_id, import_id, line, object_id, mine, theirs)
     select $1, $2, r.line, r.id, r.mine, r.theirs
     from jsonb_to_recordset($3::jsonb) as r (line integer, id uuid, mine jsonb, theirs jsonb)
     on conflict (tenant_id, import_id, line) do update set mine = excluded.mine, theirs = excluded.theirs`,
    [caller.tenantId, importId, JSON.stringify(rows)],
  )
}
