import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { holdTrees, mayName, refuseCircles, type TreeTable } from '../standard-models/tree-rules.ts'
import { refuseNested } from './refuse-nested.ts'
import { refuseWrongKinds } from './refuse-wrong-kinds.ts'

const mostLevels = 40
const tree: TreeTable = { table: 'hierarchy_nodes', name: 'name', one: 'A node' }

/**
 * Nodes are trees inside their hierarchies: a part belongs to the hierarchy of the whole, nothing is part of itself, kinds
 * stand where they may, and each node knows its level (1 at the top) and its path.
 */
export const hierarchyNodesRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  const touched = changes.flatMap(({ before, after }) => [before, after].filter((one) => one !== null))
  const hierarchies = [...linkedIds(touched, 'hierarchy')]
  await holdTrees(context, tree, hierarchies)
  const ids = written.map(({ id }) => id)
  if (ids.length > 0) {
    await refuseOtherHierarchies(context, ids)
    await refuseCircles(context, tree, ids)
    await refuseWrongKinds(context, ids)
    await refuseNested(context, ids)
  }
  const cause = causeOf(model, changes)
  const nodes = await keepValues(context, model, await placesOf(context, ids), cause)
  return [{ model, changes: nodes }, ...(await countNodes(context, hierarchies, cause))]
}

const otherHierarchies = `
  select c.name, p.name as whole from app.hierarchy_nodes c
    join app.hierarchy_nodes p on p.tenant_id = c.tenant_id and p.id = c.parent_id
  where c.tenant_id = $1 and (c.id = any($2::uuid[]) or p.id = any($2::uuid[])) and c.hierarchy_id <> p.hierarchy_id and not c.deleted
  limit 1`

async function refuseOtherHierarchies(context: RecordContext, ids: readonly string[]): Promise<void> {
  const { tx, caller } = context
  const { rows } = await tx.query<{ name: string; whole: string }>(otherHierarchies, [caller.tenantId, ids])
  const [row] = rows
  if (row)
    throw invalid([
      {
        path: 'attributes.parent',
        code: 'other_hierarchy',
        ...(mayName(context, tree)
          ? saying('“{{name}}” and “{{whole}}”, which it is part of, belong to different hierarchies.', {
              name: row.name,
              whole: row.whole,
            })
          : saying('A node and what it is part of belong to one hierarchy.')),
      },
    ])
}

// What is below a node that moves or is called otherwise follows. There are no circles here any more.
const places = `
  with recursive down (id) as (
    select unnest($2::uuid[])
    union
    select n.id from down d join app.hierarchy_nodes n on n.tenant_id = $1 and n.parent_id = d.id
  ), up (start, at, level, path) as (
    select d.id, n.parent_id, 1, n.name from down d join app.hierarchy_nodes n on n.tenant_id = $1 and n.id = d.id
    union all
    select u.start, n.parent_id, u.level + 1, n.name || ' / ' || u.path
    from up u join app.hierarchy_nodes n on n.tenant_id = $1 and n.id = u.at where u.level <= $3
  )
  select distinct on (start) start as id, level, path from up order by start, level desc`

async function placesOf({ tx, caller }: RecordContext, ids: readonly string[]): Promise<DerivedValues> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; level: number; path: string }>(places, [
    caller.tenantId,
    ids,
    mostLevels,
  ])
  if (rows.some(({ level }) => level > mostLevels))
    throw invalid([
      {
        path: 'attributes.parent',
        code: 'depth',
        ...saying('A hierarchy has at most {{count}} levels.', { count: mostLevels }),
      },
    ])
  return new Map(rows.map(({ id, level, path }) => [id, { level, path }]))
}

const counts = `
  select h.id, count(n.id)::int as count from unnest($2::uuid[]) as h (id)
    left join app.hierarchy_nodes n on n.tenant_id = $1 and n.hierarchy_id = h.id and not n.deleted
  group by h.id`

async function countNodes(
  context: RecordContext,
  hierarchies: readonly string[],
  cause: ReturnType<typeof causeOf>,
): Promise<Followed[]> {
  const model = context.workspace.models.get('hierarchies')
  if (!model || hierarchies.length === 0) return []
  const { rows } = await context.tx.query<{ id: string; count: number }>(counts, [
    context.caller.tenantId,
    hierarchies,
  ])
  const values = new Map(rows.map(({ id, count }) => [id, { node_count: count }]))
  return [{ model, changes: await keepValues(context, model, values, cause) }]
}
