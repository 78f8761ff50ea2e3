import { z } from 'zod'
import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import { kindsOf, makeHierarchy } from '../hierarchies/make-hierarchy.ts'
import {
  joinedPlaces,
  placesOfModel,
  renamedPlaces,
  type PlaceDraft,
} from '../hierarchies/places-of-model.ts'
import { placesInModel, placesOfProject, projectOfModel } from '../hierarchies/read-places.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

const atOnce = 500

/**
 * Makes the places of a building model (sites, buildings, storeys, rooms) nodes of the project's places. A node is known
 * by the GlobalId it came from: made again, also from a later version, names follow and only what is new is added; a node
 * made by hand that stands for a place takes its GlobalId; where people moved a node it stays, and nothing is taken away.
 */
export const hierarchyFromModel = defineCommand({
  name: 'hierarchy.from-model',
  title: 'Make places of a building model',
  input: z.strictObject({ version: z.uuid() }),
  changes: ['hierarchies', 'hierarchy_node_types', 'hierarchy_nodes'],
  async run(context, input) {
    const project = await projectOfModel(context, input.version)
    await holdPlaces(context, project.id)
    const spatial = await placesInModel(context, input.version)
    const found = await placesOfProject(context, project.id, spatial)
    const hierarchy =
      found.hierarchy?.id ??
      (await makeHierarchy(context, { project: project.id, name: 'Places', kind: 'location' }))
    const places = placesOfModel(spatial, await kindsOf(context, hierarchy))
    const joined = joinedPlaces(places, found.known, found.byHand)
    const added = await addPlaces(context, hierarchy, places, new Map([...found.known, ...joined]))
    const renamed = renamedPlaces(places, found.known).map(({ id, name }) => ({ id, values: { name } }))
    const followed = [...renamed, ...joinedValues(places, joined)]
    const model = modelFor(context, 'hierarchy_nodes', 'update')
    for (let at = 0; at < followed.length; at += atOnce)
      await updateObjects(context, model, followed.slice(at, at + atOnce))
    return {
      hierarchy,
      project: project.id,
      added,
      joined: joined.size,
      renamed: renamed.length,
      known: places.length - added - joined.size,
    }
  },
})

const joinedValues = (places: readonly PlaceDraft[], joined: ReadonlyMap<string, Row>) =>
  places.flatMap(({ globalId, name }) => {
    const node = joined.get(globalId)
    return node ? [{ id: String(node['id']), values: { name, ifc_global_id: globalId } }] : []
  })

// Two at once make the same places: the second one finds what the first one made.
const holdPlaces = ({ tx, caller }: RecordContext, project: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `places of models:${caller.tenantId}:${project}`,
  ])

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
