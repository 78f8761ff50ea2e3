import { z } from 'zod'
import { must } from '#base/assert.ts'
import { placesOfModel, renamedPlaces } from '../hierarchies/places-of-model.ts'
import { placesInModel, placesOfProject, projectOfModel } from '../hierarchies/read-places.ts'
import { defineCommand } from './command.ts'

/**
 * What `hierarchy.from-model` would make of a version: the places it would add, each with what it stands in, the names that
 * would follow, and where; `hierarchy` is null where the project has no places to take them in yet. Writes nothing.
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
    const { hierarchy, known } = await placesOfProject(context, project.id, spatial)
    const places = placesOfModel(spatial, [])
    const byId = new Map(places.map((place) => [place.globalId, place]))
    const within = (above: string | null): string[] => {
      if (above === null) return []
      const place = must(byId.get(above))
      return [...within(place.above), place.name]
    }
    const added = places.filter(({ globalId }) => !known.has(globalId))
    return {
      project: project.name,
      hierarchy: hierarchy?.name ?? null,
      known: places.length - added.length,
      added: added.map(({ name, above }) => ({ name, within: within(above).join(' / ') })),
      renamed: renamedPlaces(places, known).map(({ before, name }) => ({ before, name })),
    }
  },
})
