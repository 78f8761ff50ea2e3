import { invalid } from '#base/app-error.ts'
import type { Row } from '#contracts/query.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { SpatialRow } from './places-of-model.ts'

const refusal = (code: string, message: string) => invalid([{ path: 'version', code, message }])

/** The project whose places a version of a model becomes. Throws 403, 404, and 422 where it is not read or has no project. */
export async function projectOfModel(
  context: RecordContext,
  version: string,
): Promise<{ id: string; name: string }> {
  const { attributes } = await visibleRow(context, 'bim_model_versions', version, 'read')
  if (attributes['status'] !== 'ready') throw refusal('status', 'This model has not been read yet.')
  const bim = await visibleRow(context, 'bim_projects', String(attributes['bim_project']), 'read')
  const id = bim.attributes['project']
  if (typeof id !== 'string')
    throw refusal('no_project', 'These models belong to no project yet: choose one under Building models.')
  const project = await visibleRow(context, 'projects', id, 'read')
  return { id, name: String(project.attributes['name']) }
}

/** What a version of a model says about its sites, buildings, storeys and rooms. */
export const placesInModel = async (context: RecordContext, version: string): Promise<SpatialRow[]> =>
  (await everyRow(context, {
    model: 'bim_spatial_nodes',
    fields: ['id', 'parent', 'name', 'long_name', 'ifc_class', 'global_id'],
    where: { field: 'version', op: 'eq', value: version },
    sort: [{ field: 'express_id', dir: 'asc' }],
  })) as unknown as SpatialRow[]

/**
 * The places the model was brought into before, else those of the project that know no model, else none; with the nodes
 * that came from a model, by GlobalId.
 */
export async function placesOfProject(
  context: RecordContext,
  project: string,
  spatial: readonly SpatialRow[],
): Promise<{ hierarchy: { id: string; name: string } | null; known: ReadonlyMap<string, Row> }> {
  const hierarchies = await everyRow(context, {
    model: 'hierarchies',
    fields: ['id', 'name'],
    where: {
      and: [
        { field: 'project', op: 'eq', value: project },
        { field: 'kind', op: 'eq', value: 'location' },
      ],
    },
    sort: [{ field: 'created_at', dir: 'asc' }],
  })
  const wanted = new Set(spatial.map(({ global_id }) => global_id))
  let empty: { id: string; name: string } | null = null
  for (const row of hierarchies) {
    const hierarchy = { id: String(row['id']), name: String(row['name']) }
    const nodes = await everyRow(context, {
      model: 'hierarchy_nodes',
      fields: ['id', 'name', 'ifc_global_id'],
      where: {
        and: [
          { field: 'hierarchy', op: 'eq', value: hierarchy.id },
          { field: 'ifc_global_id', op: 'empty', value: false },
        ],
      },
    })
    if (nodes.some((node) => wanted.has(String(node['ifc_global_id']))))
      return { hierarchy, known: new Map(nodes.map((node) => [String(node['ifc_global_id']), node])) }
    if (nodes.length === 0) empty ??= hierarchy
  }
  return { hierarchy: empty, known: new Map() }
}
