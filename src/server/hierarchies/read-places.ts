import { invalid } from '#base/app-error.ts'
import type { Row } from '#contracts/query.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { toldText } from '../records/told-text.ts'
import type { SpatialRow } from './places-of-model.ts'

const refusal = (code: string, message: string) => invalid([{ path: 'version', code, message }])

/** The project whose places a version of a model becomes; its name where this reader may know it. Throws 403, 404, and 422 where it is not read or has no project. */
export async function projectOfModel(
  context: RecordContext,
  version: string,
): Promise<{ id: string; name: string | null }> {
  const { attributes } = await visibleRow(context, 'bim_model_versions', version, 'read')
  if (attributes['status'] !== 'ready') throw refusal('status', 'This model has not been read yet.')
  const bim = await visibleRow(context, 'bim_projects', String(attributes['bim_project']), 'read')
  const id = bim.attributes['project']
  if (typeof id !== 'string')
    throw refusal('no_project', 'These models belong to no project yet: choose one under Building models.')
  const project = await visibleRow(context, 'projects', id, 'read')
  return { id, name: toldText(context, 'projects', project.attributes, 'name') }
}

/** What a version of a model says about its sites, buildings, storeys and rooms. */
export const placesInModel = async (context: RecordContext, version: string): Promise<SpatialRow[]> =>
  (await everyRow(context, {
    model: 'bim_spatial_nodes',
    fields: ['id', 'parent', 'name', 'long_name', 'ifc_class', 'global_id'],
    where: { field: 'version', op: 'eq', value: version },
    sort: [{ field: 'express_id', dir: 'asc' }],
  })) as unknown as SpatialRow[]

interface FoundPlaces {
  hierarchy: { id: string; name: string } | null
  known: ReadonlyMap<string, Row>
  byHand: readonly Row[]
}

/**
 * The places the model was brought into before, else those of the project that know no model, else none; with the nodes
 * that came from a model, by GlobalId, and those that people made.
 */
export async function placesOfProject(
  context: RecordContext,
  project: string,
  spatial: readonly SpatialRow[],
): Promise<FoundPlaces> {
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
  let unmodelled: FoundPlaces | null = null
  for (const row of hierarchies) {
    const hierarchy = { id: String(row['id']), name: String(row['name']) }
    const nodes = await everyRow(context, {
      model: 'hierarchy_nodes',
      fields: ['id', 'name', 'parent', 'node_type', 'ifc_global_id'],
      where: { field: 'hierarchy', op: 'eq', value: hierarchy.id },
      sort: [{ field: 'sort', dir: 'asc' }],
    })
    const known = new Map(
      nodes.flatMap((node) => {
        const globalId = node['ifc_global_id']
        return typeof globalId === 'string' && globalId !== '' ? [[globalId, node] as const] : []
      }),
    )
    const byHand = nodes.filter(({ ifc_global_id: from }) => typeof from !== 'string' || from === '')
    if ([...known.keys()].some((globalId) => wanted.has(globalId))) return { hierarchy, known, byHand }
    if (known.size === 0) unmodelled ??= { hierarchy, known, byHand }
  }
  return unmodelled ?? { hierarchy: null, known: new Map(), byHand: [] }
}
