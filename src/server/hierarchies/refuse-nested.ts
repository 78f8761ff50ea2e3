import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { RecordContext } from '../records/record-context.ts'
import { mayNameKinds, notThere } from './refuse-wrong-kinds.ts'

const limits = `
  select from app.objects where tenant_id = $1 and model_id = $2 and deleted_at is null and attributes ->> 'max_depth' is not null limit 1`

// The written nodes and all below them, each with those of its own kind above it and itself.
const question = `
  with recursive down (id) as (
    select unnest($2::uuid[])
    union
    select n.id from down d join app.hierarchy_nodes n on n.tenant_id = $1 and n.parent_id = d.id and not n.deleted
  ), limited as (
    select n.id, n.name, n.parent_id, n.node_type_id, k.attributes ->> 'name' as kind, 
      least((k.attributes ->> 'max_depth')::numeric, 1000)::int as most
    from down d
      join app.hierarchy_nodes n on n.tenant_id = $1 and n.id = d.id and not n.deleted
      join app.objects k on k.tenant_id = $1 and k.id = n.node_type_id and k.deleted_at is null and k.attributes ->> 'max_depth' is not null
  ), up (id, at, own) as (
    select id, parent_id, 1 from limited
    union all
    select u.id, n.parent_id, u.own + (n.node_type_id is not distinct from l.node_type_id)::int
    from up u join limited l on l.id = u.id join app.hierarchy_nodes n on n.tenant_id = $1 and n.id = u.at
  )
  select l.name, l.kind, l.most from limited l join up u on u.id = l.id
  where u.at is null and u.own > l.most order by u.own, l.name limit 20`

/** Refuses nodes of which more of one kind would stand in one another than that kind allows. There are no circles any more. */
export async function refuseNested(context: RecordContext, ids: readonly string[]): Promise<void> {
  const { tx, caller, workspace } = context
  const kinds = workspace.models.get('hierarchy_node_types')
  if (!kinds) return
  // Walking up from everything below is worth it only where some kind has a limit.
  const limited = await tx.query(limits, [caller.tenantId, kinds.id])
  if (limited.rows.length === 0) return
  const { rows } = await tx.query<{ name: string; kind: string; most: number }>(question, [
    caller.tenantId,
    ids,
  ])
  if (rows.length === 0) return
  if (!mayNameKinds(context)) throw invalid([notThere])
  throw invalid(
    rows.map(({ name, kind, most }) => ({
      path: 'attributes.node_type',
      code: 'node_type',
      ...saying('“{{name}}” is a {{kind}}, of which at most {{count}} may stand in one another.', {
        name,
        kind,
        count: most,
      }),
    })),
  )
}
