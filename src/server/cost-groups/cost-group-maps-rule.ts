import { invalid } from '#base/app-error.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { saying } from '#base/saying.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

/** A crosswalk leads from one set into another, and what a group stands for there is at most all of it (100 %). */
export const costGroupMapsRule: StandardRule = async (context, _model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  const groups = context.workspace.models.get('cost_groups')
  if (!groups || written.length === 0) return []
  const sources = [
    ...linkedIds(
      written.map(({ after }) => after),
      'from_group',
    ),
  ]
  // Held, so that two writers of one group's weights do not pass each other.
  await loadObjects(context, groups, sources, { lock: 'values' })
  await refuseSameSet(
    context,
    written.map(({ id }) => id),
  )
  await refuseMoreThanAll(context, sources)
  return []
}

const sameSet = `
  select f.code, t.code as other from app.cost_group_maps m
    join app.cost_groups f on f.tenant_id = m.tenant_id and f.id = m.from_id
    join app.cost_groups t on t.tenant_id = m.tenant_id and t.id = m.to_id
  where m.tenant_id = $1 and m.id = any($2::uuid[]) and f.set_id = t.set_id limit 1`

async function refuseSameSet({ tx, caller }: RecordContext, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ code: string; other: string }>(sameSet, [caller.tenantId, ids])
  const [row] = rows
  if (row)
    throw invalid([
      {
        path: 'attributes.to_group',
        code: 'same_set',
        ...saying('{{code}} and {{other}} are of one set: a crosswalk leads into another.', {
          code: row.code,
          other: row.other,
        }),
      },
    ])
}

const sums = `
  select f.code, sum(m.weight)::text as sum from app.cost_group_maps m
    join app.cost_groups f on f.tenant_id = m.tenant_id and f.id = m.from_id
    join app.cost_groups t on t.tenant_id = m.tenant_id and t.id = m.to_id
  where m.tenant_id = $1 and m.from_id = any($2::uuid[])
  group by f.id, f.code, t.set_id having sum(m.weight) > 100 order by f.code limit 1`

async function refuseMoreThanAll({ tx, caller }: RecordContext, sources: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ code: string; sum: string }>(sums, [caller.tenantId, sources])
  const [row] = rows
  if (row)
    throw invalid([
      {
        path: 'attributes.weight',
        code: 'weights',
        ...saying('The weights of {{code}} would add up to {{sum}} %, which is more than all of it.', {
          code: row.code,
          sum: { decimal: decimalText(decimal(row.sum)) },
        }),
      },
    ])
}
