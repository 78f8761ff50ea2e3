import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import {
  builtInRoles,
  outsideRoles,
  type OutsideRole,
  type Role,
  type RoleUpdate,
  type RoleWrite,
} from '#contracts/role.ts'
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

/**
 * Changes what `change` names; null grants mean: as a built-in member. `brought`: up to which change of the product's list
 * grants of customers were brought by this. Throws 403, 404, 422.
 */
export async function updateRole(
  tx: Tx,
  caller: Caller,
  id: string,
  { key, grants, ...change }: RoleUpdate,
  brought?: number,
): Promise<Role> {
  await requireManage(tx, caller, 'roles')
  const outside = await outsideRoleOf(tx, id)
  if (outside) return updateOutsideRole(tx, caller, outside, { key, grants, ...change }, brought)
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

/** Which built-in role of outsiders an id names; the one it has before the workspace first grants something to it counts too. */
async function outsideRoleOf(tx: Tx, id: string): Promise<OutsideRole | null> {
  const named = outsideRoles.find((key) => id === `stock:${key}`)
  if (named) return named
  const { rows } = await tx.query<{ key: OutsideRole }>(
    'select key from app.sys_role where id = $1 and key = any($2::text[])',
    [id, [...outsideRoles]],
  )
  return rows[0]?.key ?? null
}

/** What customers or the public may: the one thing of a built-in role that a workspace says itself. */
async function updateOutsideRole(
  tx: Tx,
  caller: Caller,
  key: OutsideRole,
  { grants, ...change }: RoleUpdate,
  brought: number | undefined,
): Promise<Role> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  const role = must(workspace.roles.get(key))
  if (change.key !== undefined && change.key !== key) throw keyIsFixed()
  const named: RoleUpdate = { label: role.label, description: role.description ?? null, manage: [] }
  const changed = (['label', 'description', 'manage'] as const).filter(
    (part) => change[part] !== undefined && JSON.stringify(change[part]) !== JSON.stringify(named[part]),
  )
  if (changed.length > 0)
    throw invalid(
      changed.map((path) => ({
        path,
        code: 'built_in',
        message: 'Of this role only what it may do with records can be changed.',
      })),
    )
  if (grants !== undefined)
    await writeDefinition(tx, caller, 'role', key, {
      key,
      label: role.label,
      grants: grants ?? {},
      brought: brought ?? role.brought,
    })
  return readBack(tx, caller, key)
}

/** Deletes a role that nobody has. Throws 403, 404, 422 `in_use`. */
export async function deleteRole(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'roles')
  if (await outsideRoleOf(tx, id)) throw new AppError('forbidden', 'A built-in role cannot be deleted.')
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
