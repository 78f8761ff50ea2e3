import { z } from 'zod'
import { must } from '#base/assert.ts'
import { usualKinds } from '../hierarchies/usual-kinds.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/** Makes a hierarchy of a project with the kinds of nodes that are usual for it. Answers its id. */
export const hierarchyCreate = defineCommand({
  name: 'hierarchy.create',
  title: 'Make a hierarchy',
  input: z.strictObject({
    project: z.uuid(),
    name: z.string().trim().min(1).max(200),
    kind: z.enum(['location', 'wbs', 'cost', 'own']),
  }),
  changes: ['hierarchies', 'hierarchy_node_types'],
  async run(context, input) {
    const hierarchies = modelFor(context, 'hierarchies', 'create')
    const { ids } = await createObjects(context, hierarchies, [{ values: input }], { path: 'input' })
    const id = must(ids.get(0))
    await makeKinds(context, id, input.kind)
    return { id }
  },
})

async function makeKinds(
  context: RecordContext,
  hierarchy: string,
  kind: keyof typeof usualKinds,
): Promise<void> {
  const usual = usualKinds[kind]
  if (usual.length === 0) return
  const model = modelFor(context, 'hierarchy_node_types', 'create')
  const drafts = usual.map(({ name, icon, at_top }, sort) => ({
    values: { hierarchy, name, icon, at_top, sort },
  }))
  const { ids } = await createObjects(context, model, drafts)
  const idOf = new Map(usual.map(({ name }, index) => [name, must(ids.get(index))]))
  // They point to each other, and to themselves: first they are, then they are linked.
  const changes = usual.flatMap(({ name, inside }) =>
    inside.length === 0
      ? []
      : [{ id: must(idOf.get(name)), values: { inside: inside.map((other) => must(idOf.get(other))) } }],
  )
  if (changes.length > 0)
    await updateObjects(context, modelFor(context, 'hierarchy_node_types', 'update'), changes)
}
