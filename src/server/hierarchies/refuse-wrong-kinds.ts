import { invalid } from '#base/app-error.ts'
import { saying, type Message } from '#base/saying.ts'
import type { RecordContext } from '../records/record-context.ts'
import { mayReadAll } from '../records/require-readable.ts'

interface Place {
  name: string
  hierarchy_id: string
  kind: string | null
  kind_name: string | null
  kind_hierarchy: string | null
  at_top: boolean
  inside: string[]
  above: string | null
  above_kind: string | null
  above_name: string | null
  has_kinds: boolean
}

/** What is refused because of where a node would stand. */
export const notAtTop = '“{{name}}” is a {{kind}}, which may not stand at the top.'
/** As `notAtTop`, for a node in another. */
export const notInside = '“{{name}}” is a {{kind}}, which may not stand in a {{whole}}.'

// The written nodes and what is right below them: a node that changes its kind may no longer hold its parts.
const question = `
  select n.name, n.hierarchy_id, k.id as kind, k.attributes ->> 'name' as kind_name, k.attributes ->> 'hierarchy' as kind_hierarchy,
    coalesce((k.attributes ->> 'at_top')::boolean, false) as at_top,
    array(select jsonb_array_elements_text(coalesce(k.attributes -> 'inside', '[]'))) as inside,
    p.id as above, pk.id as above_kind, pk.attributes ->> 'name' as above_name,
    exists (
      select from app.objects t where t.tenant_id = $1 and t.model_id = $3 and t.deleted_at is null
        and t.attributes ->> 'hierarchy' = n.hierarchy_id::text
    ) as has_kinds
  from app.hierarchy_nodes n
    left join app.objects k on k.tenant_id = n.tenant_id and k.id = n.node_type_id
    left join app.hierarchy_nodes p on p.tenant_id = n.tenant_id and p.id = n.parent_id
    left join app.objects pk on pk.tenant_id = p.tenant_id and pk.id = p.node_type_id
  where n.tenant_id = $1 and (n.id = any($2::uuid[]) or n.parent_id = any($2::uuid[])) and not n.deleted`

/** Whether a refusal may name nodes and their kinds: those above and below may be others than the one that is written. */
export const mayNameKinds = (context: RecordContext): boolean =>
  mayReadAll(context, { hierarchy_nodes: ['name'], hierarchy_node_types: ['name'] })

/** What whoever may not read all of them is told. */
export const notThere = {
  path: 'attributes.node_type',
  code: 'node_type',
  ...saying('The kinds of nodes of this hierarchy do not allow this place.'),
}

/**
 * Refuses nodes whose kind is of another hierarchy or may not stand where they stand. A hierarchy without kinds takes
 * everything, and so does a node without one.
 */
export async function refuseWrongKinds(context: RecordContext, ids: readonly string[]): Promise<void> {
  const { tx, caller, workspace } = context
  const kinds = workspace.models.get('hierarchy_node_types')
  if (!kinds) return
  const { rows } = await tx.query<Place>(question, [caller.tenantId, ids, kinds.id])
  const details = rows.flatMap((place) => {
    const problem = problemOf(place)
    return problem === null ? [] : [{ path: 'attributes.node_type', code: 'node_type', ...problem }]
  })
  if (details.length > 0) throw invalid(mayNameKinds(context) ? details.slice(0, 20) : [notThere])
}

function problemOf(place: Place): Message | null {
  const { name, kind_name, above, above_kind, above_name } = place
  if (place.kind === null) return null
  const kind = kind_name ?? ''
  if (place.kind_hierarchy !== place.hierarchy_id)
    return saying('“{{kind}}” is a kind of node of another hierarchy.', { kind })
  if (above === null) return place.at_top ? null : saying(notAtTop, { name, kind })
  if (above_kind === null || place.inside.includes(above_kind)) return null
  return saying(notInside, { name, kind, whole: above_name ?? '' })
}
