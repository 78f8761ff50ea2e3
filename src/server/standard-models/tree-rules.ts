import { invalid } from '#base/app-error.ts'
import type { RecordContext } from '../records/record-context.ts'
import { mayReadAll } from '../records/require-readable.ts'

/** Whether a refusal may name records of a tree: those on the way may be others than the one that is written. */
export const mayName = (context: RecordContext, { table, name }: TreeTable): boolean =>
  mayReadAll(context, { [table]: [name] })

/** Records that are parts of each other, as the product keeps them in a table with `id` and `parent_id`. */
export interface TreeTable {
  /** In schema `app`. */
  table: 'cost_groups' | 'hierarchy_nodes'
  /** The column that names a record in a refusal. */
  name: 'code' | 'name'
  /** What one is called at the beginning of a sentence: “A node”. */
  one: string
}

/**
 * Holds trees until the transaction ends: two moves that are each right can make a circle together, so in one tree one
 * comes after the other. `trees` are ids of what the records belong to.
 */
export async function holdTrees(
  { tx, caller }: RecordContext,
  { table }: TreeTable,
  trees: Iterable<string>,
): Promise<void> {
  for (const id of [...trees].toSorted())
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${table}:${caller.tenantId}:${id}`,
    ])
}

/**
 * Lets trees stay as they are until the transaction ends: who takes a copy of what is inside a part comes before or after
 * who moves parts, and beside others who do the same.
 */
export async function keepTrees(
  { tx, caller }: RecordContext,
  { table }: TreeTable,
  trees: Iterable<string>,
): Promise<void> {
  for (const id of [...trees].toSorted())
    await tx.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
      `${table}:${caller.tenantId}:${id}`,
    ])
}

const circles = ({ table, name }: TreeTable): string => `
  with recursive way (start, at, path) as (
    select t.id, t.parent_id, array[t.${name}] from app.${table} t where t.tenant_id = $1 and t.id = any($2::uuid[])
    union all
    select w.start, t.parent_id, w.path || t.${name} from way w join app.${table} t on t.tenant_id = $1 and t.id = w.at
    where w.at <> w.start and cardinality(w.path) < 100
  )
  select path from way where at = start order by cardinality(path) limit 1`

/** Refuses (422 `circle`, with the way named) records that would be part of themselves. */
export async function refuseCircles(
  context: RecordContext,
  tree: TreeTable,
  ids: readonly string[],
): Promise<void> {
  const { tx, caller } = context
  const { rows } = await tx.query<{ path: string[] }>(circles(tree), [caller.tenantId, ids])
  const [row] = rows
  if (row)
    throw invalid([
      {
        path: 'attributes.parent',
        code: 'circle',
        message: `${tree.one} cannot be part of itself${mayName(context, tree) ? `: ${[...row.path, row.path[0]].join(' is part of ')}` : ''}.`,
      },
    ])
}
