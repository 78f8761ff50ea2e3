import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { kindsOf, makeHierarchy } from '../hierarchies/make-hierarchy.ts'
import { placesOfModel, type PlaceDraft, type SpatialRow } from '../hierarchies/places-of-model.ts'
import { createObjects } from '../records/create-objects.ts'
import { everyRow } from '../records/every-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

const atOnce = 500

/**
 * Makes the places of a building model (sites, buildings, storeys, rooms) nodes of the project's places. A node is known
 * by the GlobalId it came from: made again, also from a later version, names follow and only what is new is added; where
 * people moved a node it stays, and nothing is taken away.
 */
export const hierarchyFromModel = defineCommand({
  name: 'hierarchy.from-model',
  title: 'Make places of a building model',
  input: z.strictObject({ version: z.uuid() }),
  changes: ['hierarchies', 'hierarchy_node_types', 'hierarchy_nodes'],
  async run(context, input) {
    const { attributes } = await visibleRow(context, 'bim_model_versions', input.version, 'read')
    if (attributes['status'] !== 'ready') throw refusal('status', 'This model has not been read yet.')
    const project = await projectOf(context, attributes['bim_project'])
    await holdPlaces(context, project)
    const spatial = (await everyRow(context, {
      model: 'bim_spatial_nodes',
      fields: ['id', 'parent', 'name', 'long_name', 'ifc_class', 'global_id'],
      where: { field: 'version', op: 'eq', value: input.version },
      sort: [{ field: 'express_id', dir: 'asc' }],
    })) as unknown as SpatialRow[]
    const { id: hierarchy, nodes } = await placesOfProject(context, project, spatial)
    const kinds = await kindsOf(context, hierarchy)
    const known = new Map(nodes.map((node) => [String(node['ifc_global_id']), node]))
    const places = placesOfModel(spatial, kinds)
    const added = await addPlaces(context, hierarchy, places, known)
    const renamed = places.flatMap(({ globalId, name }) => {
      const node = known.get(globalId)
      return node && node['name'] !== name ? [{ id: String(node['id']), values: { name } }] : []
    })
    const model = modelFor(context, 'hierarchy_nodes', 'update')
    for (let at = 0; at < renamed.length; at += atOnce)
      await updateObjects(context, model, renamed.slice(at, at + atOnce))
    return { hierarchy, project, added, renamed: renamed.length, known: places.length - added }
  },
})

const refusal = (code: string, message: string) => invalid([{ path: 'version', code, message }])

async function projectOf(context: RecordContext, bimProject: unknown): Promise<string> {
  const { attributes } = await visibleRow(context, 'bim_projects', String(bimProject), 'read')
  const project = attributes['project']
  if (typeof project !== 'string')
    throw refusal('no_project', 'These models belong to no project yet: choose one under Building models.')
  return project
}

// Two at once make the same places: the second one finds what the first one made.
const holdPlaces = ({ tx, caller }: RecordContext, project: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `places of models:${caller.tenantId}:${project}`,
  ])

/** The places the model was brought into before, else those of the project, else new ones; with the nodes that know a GlobalId. */
async function placesOfProject(
  context: RecordContext,
  project: string,
  spatial: readonly SpatialRow[],
): Promise<{ id: string; nodes: Row[] }> {
  const hierarchies = await everyRow(context, {
    model: 'hierarchies',
    fields: ['id'],
    where: {
      and: [
        { field: 'project', op: 'eq', value: project },
        { field: 'kind', op: 'eq', value: 'location' },
      ],
    },
    sort: [{ field: 'created_at', dir: 'asc' }],
  })
  const wanted = new Set(spatial.map(({ global_id }) => global_id))
  let empty: string | null = null
  for (const { id } of hierarchies) {
    const nodes = await everyRow(context, {
      model: 'hierarchy_nodes',
      fields: ['id', 'name', 'ifc_global_id'],
      where: {
        and: [
          { field: 'hierarchy', op: 'eq', value: String(id) },
          { field: 'ifc_global_id', op: 'empty', value: false },
        ],
      },
    })
    if (nodes.some((node) => wanted.has(String(node['ifc_global_id'])))) return { id: String(id), nodes }
    if (nodes.length === 0) empty ??= String(id)
  }
  if (empty !== null) return { id: empty, nodes: [] }
  const id = await makeHierarchy(context, { project, name: 'Places', kind: 'location' })
  return { id, nodes: [] }
}

/** Level by level, since a part needs the id of its whole. Answers how many there were. */
async function addPlaces(
  context: RecordContext,
  hierarchy: string,
  places: readonly PlaceDraft[],
  known: ReadonlyMap<string, Row>,
): Promise<number> {
  const model = modelFor(context, 'hierarchy_nodes', 'create')
  const ids = new Map([...known].map(([globalId, row]) => [globalId, String(row['id'])]))
  const left = places.filter(({ globalId }) => !known.has(globalId))
  const deepest = Math.max(0, ...left.map(({ depth }) => depth))
  for (let depth = 0; depth <= deepest; depth++) {
    const level = left.filter((place) => place.depth === depth)
    for (let at = 0; at < level.length; at += atOnce) {
      const some = level.slice(at, at + atOnce)
      const made = await createObjects(
        context,
        model,
        some.map(({ globalId, name, kind, above, sort }) => ({
          values: {
            hierarchy,
            name,
            sort,
            ifc_global_id: globalId,
            ...(kind !== null && { node_type: kind }),
            ...(above !== null && { parent: must(ids.get(above)) }),
          },
        })),
      )
      some.forEach(({ globalId }, index) => ids.set(globalId, must(made.ids.get(index))))
    }
  }
  return left.length
}
