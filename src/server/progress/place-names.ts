import { ask, type RecordContext } from '../records/record-context.ts'

const most = 500

/** What places are called, from the top down, by their ids; those this reader may not see have no name. */
export async function placeNames(
  context: RecordContext,
  places: Iterable<string | null>,
): Promise<Map<string, string>> {
  const ids = [...places].filter((id) => id !== null)
  const names = new Map<string, string>()
  const model = context.workspace.models.get('hierarchy_nodes')
  if (!model || !context.access.can(model, 'read')) return names
  for (let start = 0; start < ids.length; start += most) {
    const { rows } = await ask(context, {
      model: 'hierarchy_nodes',
      fields: ['id', 'path'],
      where: { field: 'id', op: 'in', value: ids.slice(start, start + most) },
      page: { size: most },
    })
    for (const { id, path } of rows) names.set(String(id), String(path))
  }
  return names
}
