import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'

/** By the ids of the places of a project: the place itself and all around it. Empty where this person may not see places. */
export async function aroundPlaces(
  context: RecordContext,
  project: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const model = context.workspace.models.get('hierarchy_nodes')
  if (!model || !context.access.can(model, 'read')) return new Map()
  const nodes = await everyRow(context, {
    model: 'hierarchy_nodes',
    fields: ['id', 'parent'],
    where: { field: 'hierarchy.project', op: 'eq', value: project },
  })
  const parents = new Map(nodes.map(({ id, parent }) => [String(id), String(parent ?? '')]))
  return new Map(
    [...parents.keys()].map((id) => {
      const around = new Set<string>()
      for (let at: string = id; at !== '' && !around.has(at); at = parents.get(at) ?? '') around.add(at)
      return [id, around]
    }),
  )
}
