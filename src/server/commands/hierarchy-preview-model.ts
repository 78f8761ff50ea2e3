import { z } from 'zod'
import { must } from '#base/assert.ts'
import { kindsOf } from '../hierarchies/make-hierarchy.ts'
import {
  joinedPlaces,
  placesOfModel,
  renamedPlaces,
  type PlaceDraft,
} from '../hierarchies/places-of-model.ts'
import { placesInModel, placesOfProject, projectOfModel } from '../hierarchies/read-places.ts'
import { defineCommand } from './command.ts'

/**
 * What `hierarchy.from-model` would make of a version: the places it would add, each with what it stands in, those made by
 * hand that it would join, the names that would follow, and where; `hierarchy` is null where the project has no places to take them in yet. Writes nothing.
 */
export const previewHierarchyFromModel = defineCommand({
  name: 'hierarchy.preview-model',
  title: 'Look at the places of a building model',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    const project = await projectOfModel(context, version)
    const spatial = await placesInModel(context, version)
    const { hierarchy, known, byHand } = await placesOfProject(context, project.id, spatial)
    const places = placesOfModel(spatial, hierarchy ? await kindsOf(context, hierarchy.id) : [])
    const joined = joinedPlaces(places, known, byHand)
    const byId = new Map(places.map((place) => [place.globalId, place]))
    const within = (above: string | null): string[] => {
      if (above === null) return []
      const place = must(byId.get(above))
      return [...within(place.above), place.name]
    }
    const told = ({ name, above }: PlaceDraft) => ({ name, within: within(above).join(' / ') })
    const missing = places.filter(({ globalId }) => !known.has(globalId))
    return {
      project: project.name,
      hierarchy: hierarchy?.name ?? null,
      known: places.length - missing.length,
      added: missing.filter(({ globalId }) => !joined.has(globalId)).map(told),
      joined: missing.flatMap((place) => {
        const node = joined.get(place.globalId)
        return node ? [{ before: String(node['name']), ...told(place) }] : []
      }),
      renamed: renamedPlaces(places, known).map(({ before, name }) => ({ before, name })),
    }
  },
})
