import { AppError } from '#base/app-error.ts'
import type { ImportConflict } from '#contracts/api/imports.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelFor, visibleIds } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import { titleOf } from '../undo/record-title.ts'
import { importById, openConflicts, type ImportRecord } from './import-row.ts'
import { keepChanged } from './note-import.ts'

interface KeptConflict {
  line: number
  object_id: string
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
}

const shown = 100
/** What one transaction writes while somebody waits for it. */
const most = 5000

function modelOf({ workspace, access }: RecordContext, { model_key }: ImportRecord): ModelInfo {
  const model = workspace.models.get(model_key ?? '')
  if (!model || !access.can(model, 'read'))
    throw new AppError('invalid', 'The model of this import is gone already.')
  return model
}

const kept = (lines: string): string => `
  select line, object_id, mine, theirs from app.import_conflicts
  where tenant_id = $1 and import_id = $2 ${lines} order by line limit $3`

/** The rows of an import that wait for a decision, as far as this person may see records and fields now. */
export async function readConflicts(
  context: RecordContext,
  id: string,
): Promise<{ rows: ImportConflict[]; total: number }> {
  const { tx, caller, access } = context
  const row = await importById(context, id)
  const total = await openConflicts(context, id)
  if (total === 0) return { rows: [], total }
  const model = modelOf(context, row)
  const { rows } = await tx.query<KeptConflict>(kept(''), [caller.tenantId, id, shown])
  const ids = rows.map(({ object_id }) => object_id)
  const visible = await visibleIds(context, model.key, ids)
  const objects = new Map(
    (await loadObjects(context, model, ids)).map((object) => [object.id, object.attributes]),
  )
  const told = rows.filter(({ object_id }) => visible.has(object_id))
  return {
    rows: told.map(({ line, object_id, mine, theirs }) => ({
      row: line,
      id: object_id,
      title: titleOf(context, model, objects.get(object_id) ?? {}),
      fields: Object.fromEntries(
        Object.keys(theirs)
          .filter((key) => access.mayRead(model, key, true))
          .map((key) => [key, { mine: mine[key] ?? null, theirs: theirs[key] ?? null }]),
      ),
    })),
    total,
  }
}

const forget = `
  with gone as (
    delete from app.import_conflicts where tenant_id = $1 and import_id = $2 and line = any($3::integer[])
  ), told as (
    delete from app.import_errors where tenant_id = $1 and import_id = $2 and line = any($3::integer[])
  )
  update app.imports set updated_count = updated_count + $4, rejected_count = greatest(0, rejected_count - $4), updated_at = now()
  where tenant_id = $1 and id = $2`

/**
 * Writes what waits: with `file` all that the file says, with `record` all but the fields in conflict. What somebody
 * changed after the conflict was told is a conflict again: 412 as for any change, and nothing is written.
 */
export async function decideConflicts(
  context: RecordContext,
  id: string,
  { take, rows: lines }: { take: 'file' | 'record'; rows?: number[] | undefined },
): Promise<ImportRecord> {
  const { tx, caller } = context
  const row = await importById(context, id, true)
  if (row.created_by !== caller.userId)
    throw new AppError('forbidden', 'Only whoever uploaded a file can import it.')
  if (row.status === 'running') throw new AppError('in_progress', 'This import is running already.')
  const model = modelOf(context, row)
  modelFor(context, model.key, 'update')
  const { rows } = await tx.query<KeptConflict>(kept(lines ? 'and line = any($4::integer[])' : ''), [
    caller.tenantId,
    id,
    most,
    ...(lines ? [lines] : []),
  ])
  const load = async (ids: readonly string[]) =>
    new Map((await loadObjects(context, model, ids)).map((object) => [object.id, object.attributes]))
  const there = await load(rows.map(({ object_id }) => object_id))
  // Of two lines about one record the later one counts.
  const latest = new Map(rows.map((conflict) => [conflict.object_id, conflict]))
  const changes = [...latest.values()].flatMap(({ object_id, mine, theirs }) => {
    const values = Object.entries(mine).filter(([key]) => take === 'file' || !Object.hasOwn(theirs, key))
    return there.has(object_id) && values.length > 0
      ? [{ id: object_id, values: Object.fromEntries(values), base: theirs }]
      : []
  })
  await updateObjects(context, model, changes)
  const after = await load(changes.map((change) => change.id))
  await keepChanged(
    context,
    id,
    changes.map(({ id: changed, values }) => {
      const [old = {}, imported = {}] = [there, after].map((at) =>
        Object.fromEntries(Object.keys(values).map((key) => [key, at.get(changed)?.[key] ?? null])),
      )
      return { id: changed, before: { old, imported } }
    }),
  )
  await tx.query(forget, [caller.tenantId, id, rows.map(({ line }) => line), rows.length])
  return importById(context, id)
}
