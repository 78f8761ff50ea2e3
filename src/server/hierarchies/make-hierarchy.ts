import { must } from '#base/assert.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { NodeKind } from './places-of-model.ts'
import { usualKinds } from './usual-kinds.ts'

interface NewHierarchy {
  project: string
  name: string
  kind: keyof typeof usualKinds
}

/** Makes a hierarchy with the kinds of nodes that are usual for it. Answers its id. */
export async function makeHierarchy(
  context: RecordContext,
  { project, name, kind }: NewHierarchy,
): Promise<string> {
  const hierarchies = modelFor(context, 'hierarchies', 'create')
  const { ids } = await createObjects(context, hierarchies, [{ values: { project, name, kind } }], {
    path: 'input',
  })
  const id = must(ids.get(0))
  await makeKinds(context, id, kind)
  return id
}

/** The kinds of nodes of a hierarchy. */
export async function kindsOf(context: RecordContext, hierarchy: string): Promise<NodeKind[]> {
  const { rows } = await ask(context, {
    model: 'hierarchy_node_types',
    fields: ['id', 'name', 'at_top', 'inside'],
    where: { field: 'hierarchy', op: 'eq', value: hierarchy },
    page: { size: 500 },
  })
  return rows.map(({ id, name, at_top, inside }) => ({
    id: String(id),
    name: String(name),
    at_top: at_top === true,
    inside: Array.isArray(inside) ? inside.map(String) : [],
  }))
}

async function makeKinds(
  context: RecordContext,
  hierarchy: string,
  kind: keyof typeof usualKinds,
): Promise<void> {
  const usual = usualKinds[kind]
  if (usual.length === 0) return
  const model = modelFor(context, 'hierarchy_node_types', 'create')
  const drafts = usual.map(({ name, icon, at_top, page }, sort) => ({
    // A workspace that took the model in earlier has screens of kinds once it updates it.
    values: { hierarchy, name, icon, at_top, sort, ...(page && model.fields.has('page') && { page }) },
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
