import type { Caller, Tx } from '../database/in-tenant.ts'

/** A step as it is kept. `import_id`: the import it was, while that can be taken back. */
export interface StoredStep {
  request_id: string
  applied_request: string
  first_id: string
  last_id: string
  at: string
  import_id: string | null
}

/** `undo` takes a step back, `redo` does it again. */
export type Direction = 'undo' | 'redo'

const columns = `s.request_id, s.applied_request, s.first_id, s.last_id, i.id as import_id,
  to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`

const steps = `from app.undo_steps s
  left join app.imports i on i.tenant_id = s.tenant_id and i.request_id = s.request_id and i.created_by = s.user_id and i.status in ('done', 'failed', 'cancelled')
  where s.tenant_id = $1 and s.user_id = $2 and s.at > now() - interval '7 days' and ($3::text is null or s.request_id = $3)
    -- What still goes on cannot be turned round yet.
    and not exists (
      select from app.imports r where r.tenant_id = s.tenant_id and r.id::text = s.request_id and r.status = 'running'
    )`

const next: Record<Direction, string> = {
  undo: `select ${columns} ${steps} and (s.state = 'done' or (s.state = 'released' and i.id is not null)) order by s.position desc limit 1`,
  // Whoever does something new gives up what they had taken back before.
  redo: `select ${columns} ${steps} and s.state = 'undone'
    and s.undone_position > (select max(l.position) from app.undo_steps l where l.tenant_id = $1 and l.user_id = $2)
    order by s.undone_position desc limit 1`,
}

/** The step that undo or redo would take next, or the named one if it can be taken. */
export async function nextStep(
  tx: Tx,
  caller: Caller,
  direction: Direction,
  named: string | null = null,
): Promise<StoredStep | null> {
  const { rows } = await tx.query<StoredStep>(next[direction], [caller.tenantId, caller.userId, named])
  return rows[0] ?? null
}

/** One undo or redo of a person at a time: two tabs do not take the same step. */
export const lockSteps = (tx: Tx, caller: Caller): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('app.undo:' || $1 || $2, 0))", [
    caller.tenantId,
    caller.userId,
  ])

/**
 * Notes that a step was taken. What this transaction wrote is no step of its own: it is what the opposite direction turns
 * round. A step that left nothing to turn round is closed.
 */
export async function noteTaken(
  tx: Tx,
  caller: Caller,
  step: StoredStep,
  direction: Direction,
): Promise<void> {
  await tx.query(
    `with own as (
       delete from app.undo_steps where tenant_id = $1 and user_id = $2 and request_id = $4 returning state, first_id, last_id
     )
     update app.undo_steps s
     set state = case when o.state = 'done' then $5 else 'closed' end,
       applied_request = case when o.state is null then s.applied_request else $4 end,
       first_id = coalesce(o.first_id, s.first_id), last_id = coalesce(o.last_id, s.last_id),
       undone_position = case when $5 = 'undone' then nextval('app.step_order') end
     from (select 1) one left join own o on true
     where s.tenant_id = $1 and s.user_id = $2 and s.request_id = $3`,
    [caller.tenantId, caller.userId, step.request_id, tx.requestId, direction === 'undo' ? 'undone' : 'done'],
  )
}
