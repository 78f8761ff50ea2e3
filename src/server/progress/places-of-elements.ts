import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'

/** In a file, what stands in what: deeper than any building. */
const mostLevels = 20

/**
 * The places of a project that spatial nodes of a model stand for, by the ids of those: the node's own, else that of the
 * nearest one around it. Nodes without one, and all where this person may not see places, are missing.
 */
export async function placesOfElements(
  context: RecordContext,
  project: string,
  spatial: readonly string[],
): Promise<Map<string, string>> {
  const places = context.workspace.models.get('hierarchy_nodes')
  if (!places || !context.access.can(places, 'read') || spatial.length === 0) return new Map()
  const around = await nodesAround(context, spatial)
  const nodes = await everyRow(context, {
    model: 'hierarchy_nodes',
    fields: ['id', 'ifc_global_id'],
    where: {
      and: [
        { field: 'hierarchy.project', op: 'eq', value: project },
        { field: 'ifc_global_id', op: 'in', value: [...around.values()].map(({ guid }) => guid) },
      ],
    },
    sort: [{ field: 'created_at', dir: 'desc' }],
  })
  const byGuid = new Map(nodes.map(({ id, ifc_global_id: guid }) => [String(guid), String(id)]))
  const placeOf = (id: string): string | null => {
    for (let at = around.get(id); at; at = around.get(at.parent)) {
      const place = byGuid.get(at.guid)
      if (place !== undefined) return place
    }
    return null
  }
  return new Map(
    spatial.flatMap((id): [string, string][] => {
      const place = placeOf(id)
      return place === null ? [] : [[id, place]]
    }),
  )
}

/** These spatial nodes and all around them, a question for each level. */
async function nodesAround(
  context: RecordContext,
  ids: readonly string[],
): Promise<Map<string, { guid: string; parent: string }>> {
  const found = new Map<string, { guid: string; parent: string }>()
  let wanted = [...new Set(ids)]
  for (let level = 0; level < mostLevels && wanted.length > 0; level += 1) {
    const rows = await everyRow(context, {
      model: 'bim_spatial_nodes',
      fields: ['id', 'parent', 'global_id'],
      where: { field: 'id', op: 'in', value: wanted },
    })
    for (const { id, parent, global_id: guid } of rows)
      found.set(String(id), { guid: String(guid ?? ''), parent: String(parent ?? '') })
    wanted = [...new Set([...found.values()].map(({ parent }) => parent))].filter(
      (id) => id !== '' && !found.has(id),
    )
  }
  return found
}
