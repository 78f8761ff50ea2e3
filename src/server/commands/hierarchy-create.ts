import { z } from 'zod'
import { makeHierarchy } from '../hierarchies/make-hierarchy.ts'
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
  run: async (context, input) => ({ id: await makeHierarchy(context, input) }),
})
