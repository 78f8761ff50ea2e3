import { groupBy } from '#base/group-by.ts'
import { addFixed, parseFixed, type Fixed } from '#estimating/fixed.ts'
import type { RecordContext } from '../records/record-context.ts'

/** A node with what it says of itself. */
export interface SubtreeNode {
  id: string
  parent: string | null
  name: string
  sort: string
  kind: string | null
  area: string | null
  volume: string | null
  documents: number
  photos: number
}

const below = `
  with recursive down (id, parent_id) as (
    select n.id, n.parent_id from app.hierarchy_nodes n where n.tenant_id = $1 and n.id = $2
    union all
    select n.id, n.parent_id from down d join app.hierarchy_nodes n
      on n.tenant_id = $1 and n.parent_id = d.id and not n.deleted
  )
  select d.id, d.parent_id as parent, o.attributes ->> 'name' as name, coalesce(o.attributes ->> 'sort', '') as sort,
    k.attributes ->> 'name' as kind, o.attributes ->> 'area' as area, o.attributes ->> 'volume' as volume,
    coalesce(jsonb_array_length(o.attributes -> 'documents'), 0) as documents,
    coalesce(jsonb_array_length(o.attributes -> 'photos'), 0) as photos
  from down d
    join app.objects o on o.tenant_id = $1 and o.id = d.id and o.deleted_at is null
    left join app.objects k on k.tenant_id = $1 and k.id = (o.attributes ->> 'node_type')::uuid and k.deleted_at is null`

/** A node and all that is part of it, over any number of levels. Nobody's rights are asked. */
export async function loadSubtree({ tx, caller }: RecordContext, node: string): Promise<SubtreeNode[]> {
  return (await tx.query<SubtreeNode>(below, [caller.tenantId, node])).rows
}

/** What a node and all that is part of it come to. */
export interface NodeFigures {
  /** Nodes below it. */
  nodes: number
  /** Its own, or, where it says none, that of its parts; null where none of them says one. */
  area: Fixed | null
  volume: Fixed | null
  documents: number
  photos: number
}

/**
 * Sums up a tree from its leaves: a node that says its area itself is believed, else it has that of its parts.
 * @example rollUp(nodes).get(storey.id)?.area
 */
export function rollUp(nodes: readonly SubtreeNode[]): Map<string, NodeFigures> {
  const parts = groupBy(nodes, ({ parent }) => parent)
  const figures = new Map<string, NodeFigures>()
  // Wholes come before their parts here, so that backwards every part is known before its whole.
  for (const node of fromTheTop(nodes, parts).toReversed()) {
    const inside = (parts.get(node.id) ?? []).flatMap(({ id }) => figures.get(id) ?? [])
    const sum = (of: (one: NodeFigures) => Fixed | null): Fixed | null =>
      inside.map(of).reduce((a, b) => (a && b ? addFixed(a, b) : (a ?? b)), null)
    const count = (of: (one: NodeFigures) => number): number => inside.reduce((all, one) => all + of(one), 0)
    figures.set(node.id, {
      nodes: inside.length + count((one) => one.nodes),
      area: node.area === null ? sum((one) => one.area) : parseFixed(node.area),
      volume: node.volume === null ? sum((one) => one.volume) : parseFixed(node.volume),
      documents: node.documents + count((one) => one.documents),
      photos: node.photos + count((one) => one.photos),
    })
  }
  return figures
}

function fromTheTop(
  nodes: readonly SubtreeNode[],
  parts: ReadonlyMap<string | null, SubtreeNode[]>,
): SubtreeNode[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const found = nodes.filter(({ parent }) => parent === null || !ids.has(parent))
  // The list grows while it is walked through.
  for (const node of found) for (const part of parts.get(node.id) ?? []) found.push(part)
  return found
}

/** The part of a node that each node below it stands in, and each part itself; the node is in none. */
export function branchOf(nodes: readonly SubtreeNode[], top: string): Map<string, string> {
  const parts = groupBy(nodes, ({ parent }) => parent)
  const branch = new Map<string, string>()
  for (const part of parts.get(top) ?? []) {
    const inside = [part]
    for (const node of inside) {
      branch.set(node.id, part.id)
      for (const below of parts.get(node.id) ?? []) inside.push(below)
    }
  }
  return branch
}
