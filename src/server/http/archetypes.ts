import {
  createArchetype as createEndpoint,
  deleteArchetype as deleteEndpoint,
  listArchetypes,
  updateArchetype as updateEndpoint,
} from '#contracts/api/archetypes.ts'
import { visibleArchetype } from '#kernel/models/describe-model.ts'
import { createArchetype, deleteArchetype, updateArchetype } from '../archetypes/write-archetype.ts'
import { inTenant } from '../database/in-tenant.ts'
import { requireMember } from '../workspaces/require-member.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const archetypeHandlers = [
  handle(listArchetypes, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await requireMember(tx, caller)
      const visible = [...workspace.archetypes.values()].map((archetype) =>
        visibleArchetype(workspace, archetype, access),
      )
      return wholeList(visible)
    }),
  ),

  handle(
    createEndpoint,
    async ({ caller, body }) => inTenant(caller, (tx) => createArchetype(tx, caller, body)),
    { mode: 'release' },
  ),

  handle(
    updateEndpoint,
    async ({ caller, params, body }) =>
      inTenant(caller, (tx) => updateArchetype(tx, caller, params.id, body)),
    { mode: 'release' },
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, (tx) => deleteArchetype(tx, caller, params.id)),
    { mode: 'release' },
  ),
]
