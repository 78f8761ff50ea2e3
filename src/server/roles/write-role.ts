import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { builtInRoles, type Role, type RoleUpdate, type RoleWrite } from '#contracts/role.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { keyIsFixed } from '../models/write-model.ts'
import {
  addDefinition,
  deleteDefinition,
  findDefinition,
  writeDefinition,
} from '../releases/write-definition.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { requireHandOut } from './hand-out.ts'

/** Makes a role, released at once. Throws 403, also for one that may more than the caller's own; 422. */
export async function createRole(tx: Tx, caller: Caller, role: RoleWrite): Promise<Role> {
  await requireManage(tx, caller, 'roles')
  if ((builtInRoles as readonly string[]).includes(role.key))
    throw invalid([{ path: 'key', code: 'reserved', message: 'This role is built in.' }])
  await addDefinition(tx, caller, 'role', role.key, { ...role })
  return readBack(tx, caller, role.key)
}

/** Changes what `change` names; null grants mean: as a built-in member. Throws 403, 404, 422. */
export async function updateRole(
  tx: Tx,
  caller: Caller,
  id: string,
  { key, grants, ...change }: RoleUpdate,
): Promise<Role> {
  await requireManage(tx, caller, 'roles')
  const found = await findDefinition(tx, 'role', id)
  if (key !== undefined && key !== found.key) throw keyIsFixed()
  requireHandOut(await loadWorkspace(tx, caller.tenantId), caller, found.key)
  const { grants: before, ...rest } = found.body
  const now = grants === undefined ? before : (grants ?? undefined)
  await writeDefinition(tx, caller, 'role', found.key, {
    ...rest,
    ...change,
    ...(now === undefined ? {} : { grants: now }),
  })
  return readBack(tx, caller, found.key)
}

/** Deletes a role that nobody has. Throws 403, 404, 422 `in_use`. */
export async function deleteRole(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'roles')
  const { key } = await findDefinition(tx, 'role', id)
  requireHandOut(await loadWorkspace(tx, caller.tenantId), caller, key)
  await deleteDefinition(tx, caller, 'role', key)
}

// The check looks at the compiled release, so it comes after the write; a refusal takes the write back.
async function readBack(tx: Tx, caller: Caller, key: string): Promise<Role> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  requireHandOut(workspace, caller, key)
  return must(workspace.roles.get(key))
}
