import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { keepGroupMarkups } from '../estimates/keep-group-markups.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { holdTrees, refuseCircles } from '../standard-models/tree-rules.ts'
import { groupTree } from './group-tree.ts'
import { refuseWrongCodes } from './refuse-wrong-codes.ts'

const mostLevels = 20

/**
 * Cost groups are trees inside their sets: a part belongs to the set of the whole, nothing is part of itself, codes are as
 * the set wants them, and each group knows its level (1 at the top). Drafts with markups for groups follow.
 */
export const costGroupsRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  const ids = written.map(({ id }) => id)
  const cause = causeOf(model, changes)
  if (ids.length === 0) return keepGroupMarkups(context, changes, cause)
  const sets = linkedIds(
    written.map(({ after }) => after),
    'set',
  )
  await holdTrees(context, groupTree, sets)
  await refuseWrongCodes(
    context,
    written.map(({ after }) => after),
  )
  await refuseOtherSets(context, ids)
  await refuseCircles(context, groupTree, ids)
  const changed = await keepValues(context, model, await levels(context, ids), cause)
  return [{ model, changes: changed }, ...(await keepGroupMarkups(context, changes, cause))]
}

const otherSets = `
  select c.code, p.code as whole from app.cost_groups c join app.cost_groups p on p.tenant_id = c.tenant_id and p.id = c.parent_id
  where c.tenant_id = $1 and (c.id = any($2::uuid[]) or p.id = any($2::uuid[])) and c.set_id <> p.set_id and not c.deleted
  order by c.code limit 1`

async function refuseOtherSets({ tx, caller }: RecordContext, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ code: string; whole: string }>(otherSets, [caller.tenantId, ids])
  const [row] = rows
  if (row)
    throw invalid([
      {
        path: 'attributes.parent',
        code: 'other_set',
        ...saying('{{code}} and {{whole}}, which it is part of, belong to different sets.', {
          code: row.code,
          whole: row.whole,
        }),
      },
    ])
}

// What is below a group that moves changes its level with it. There are no circles here any more.
const below = `
  with recursive down (id) as (
    select unnest($2::uuid[])
    union
    select g.id from down d join app.cost_groups g on g.tenant_id = $1 and g.parent_id = d.id
  ), up (start, at, level) as (
    select d.id, g.parent_id, 1 from down d join app.cost_groups g on g.tenant_id = $1 and g.id = d.id
    union all
    select u.start, g.parent_id, u.level + 1 from up u join app.cost_groups g on g.tenant_id = $1 and g.id = u.at
    where u.level <= $3
  )
  select start as id, max(level) as level from up group by start`

async function levels({ tx, caller }: RecordContext, ids: readonly string[]): Promise<DerivedValues> {
  const { rows } = await tx.query<{ id: string; level: number }>(below, [caller.tenantId, ids, mostLevels])
  if (rows.some(({ level }) => level > mostLevels))
    throw invalid([
      {
        path: 'attributes.parent',
        code: 'depth',
        ...saying('Cost groups have at most {{count}} levels.', { count: mostLevels }),
      },
    ])
  return new Map(rows.map(({ id, level }) => [id, { level }]))
}
