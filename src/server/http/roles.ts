import {
  createRole as createEndpoint,
  deleteFieldPermission as deletePermissionEndpoint,
  deleteRole as deleteEndpoint,
  listFieldPermissions as listPermissionsEndpoint,
  listRoles,
  updateRole as updateEndpoint,
  writeFieldPermissions as writePermissionsEndpoint,
} from '#contracts/api/roles.ts'
import { inTenant } from '../database/in-tenant.ts'
import { visibleRole } from '../roles/visible-role.ts'
import {
  deleteFieldPermission,
  listFieldPermissions,
  writeFieldPermissions,
} from '../roles/write-field-permissions.ts'
import { createRole, deleteRole, updateRole } from '../roles/write-role.ts'
import { requireMember } from '../workspaces/require-member.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const roleHandlers = [
  handle(listRoles, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await requireMember(tx, caller)
      return wholeList([...workspace.roles.values()].map((role) => visibleRole(role, access)))
    }),
  ),

  handle(createEndpoint, async ({ caller, body }) => inTenant(caller, (tx) => createRole(tx, caller, body)), {
    mode: 'release',
  }),

  handle(
    updateEndpoint,
    async ({ caller, params, body }) => inTenant(caller, (tx) => updateRole(tx, caller, params.id, body)),
    { mode: 'release' },
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, (tx) => deleteRole(tx, caller, params.id)),
    { mode: 'release' },
  ),

  handle(listPermissionsEndpoint, async ({ caller, search }) =>
    inTenant(caller, async (tx) => wholeList(await listFieldPermissions(tx, caller, search.model_id))),
  ),

  handle(
    writePermissionsEndpoint,
    async ({ caller, body }) =>
      inTenant(caller, async (tx) =>
        wholeList(await writeFieldPermissions(tx, caller, Array.isArray(body) ? body : body.permissions)),
      ),
    { mode: 'release' },
  ),

  handle(
    deletePermissionEndpoint,
    async ({ caller, params }) =>
      inTenant(caller, (tx) => deleteFieldPermission(tx, caller, params.modelId, params.fieldKey)),
    { mode: 'release' },
  ),
]
