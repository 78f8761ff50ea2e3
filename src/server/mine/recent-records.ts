import type { MyRecord } from '#contracts/api/mine.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { personOf } from './person-of.ts'
import { modelNames } from '../records/search-everywhere.ts'

/** So many of the last things somebody did are looked at. */
const looked = 300

// What a workflow did in somebody's name they did not do.
const lately = `
  select record_id as id, model_id, to_json(max(at))#>>'{}' as at from (
    select record_id, model_id, at from app.events
    where tenant_id = $1 and actor_id = $2 and record_id is not null and workflow_run_id is null
    order by id desc limit ${looked}
  ) e group by record_id, model_id order by max(at) desc`

/** The records that somebody made or changed lately and still may see, the latest first. */
export async function recentRecords(context: RecordContext, size: number): Promise<MyRecord[]> {
  const { tx, caller, workspace, access } = context
  // Customers hear nothing of what happened, be it their own doing.
  if (access.outside) return []
  const { rows } = await tx.query<{ id: string; model_id: string; at: string }>(lately, [
    caller.tenantId,
    personOf(caller),
  ])
  const found: MyRecord[] = []
  for (const modelId of new Set(rows.map(({ model_id }) => model_id))) {
    const model = workspace.modelsById.get(modelId)
    if (!model || !access.can(model, 'read')) continue
    const events = rows.filter(({ model_id }) => model_id === modelId)
    const when = new Map(events.map(({ id, at }) => [id, at]))
    const where = { field: 'id', op: 'in' as const, value: [...when.keys()] }
    const answer = await ask(context, { model: model.key, where, page: { size: looked } })
    for (const row of answer.rows)
      found.push({ model: modelNames(model), row, field: null, at: when.get(String(row['id'])) ?? '' })
  }
  return found.toSorted((a, b) => (a.at > b.at ? -1 : 1)).slice(0, size)
}
