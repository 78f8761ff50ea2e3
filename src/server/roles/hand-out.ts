import { AppError } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { manageAreas, verbs } from '#contracts/role.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions, type Access } from '#kernel/permissions/compile-permissions.ts'
import { asksRole } from '#kernel/permissions/rule-asks.ts'
import type { Caller } from '../database/in-tenant.ts'
import { rolesOf } from '../workspaces/roles-of.ts'

/**
 * Refuses (403) to give somebody a role that may more than the giver's own: owner is given by owners, administrator by
 * owners and administrators, any other role by whoever may all it may.
 */
export function requireHandOut(
  workspace: Workspace,
  giver: Pick<Caller, 'role' | 'token'>,
  role: string,
): void {
  if (!mayHandOut(workspace, giver, role))
    throw new AppError('forbidden', 'You cannot give a role that may more than your own.')
}

/** Whether somebody may give this role; see `requireHandOut`. */
export function mayHandOut(
  workspace: Workspace,
  giver: Pick<Caller, 'role' | 'token'>,
  role: string,
): boolean {
  const may = (mine: string): boolean =>
    mine === 'owner' || (role !== 'owner' && mayAllThat(workspace, mine, role))
  return rolesOf(giver).every(may)
}

/** Whether everything `role` may, `giver` may too. */
function mayAllThat(workspace: Workspace, giver: string, role: string): boolean {
  if (giver === role) return true
  const mine = compilePermissions(workspace, giver)
  const theirs = compilePermissions(workspace, role)
  if (manageAreas.some((area) => theirs.manages(area) && !mine.manages(area))) return false
  return [...workspace.modelsById.values()].every((model) => {
    if (verbs.some((verb) => theirs.can(model, verb) && !mine.can(model, verb))) return false
    for (const act of ['read', 'write'] as const) {
      const fields = mine.fieldList(model, act)
      if (fields && !theirs.fieldList(model, act)?.every((key) => fields.includes(key))) return false
    }
    if (!mine.manages('roles') && !fieldsWithin(mine, theirs, model)) return false
    const rule = mine.rowRule(model)
    if (rule === null || !theirs.can(model, 'read')) return true
    return canonicalJson(rule) === canonicalJson(theirs.rowRule(model)) && !asksRole(rule)
  })
}

/** Whether every field that `theirs` reads or writes `mine` does too: who decides that may give it to anybody. */
function fieldsWithin(mine: Access, theirs: Access, model: ModelInfo): boolean {
  const known = mine.readable(model)
  const writes = verbs.some((verb) => (verb === 'create' || verb === 'update') && theirs.can(model, verb))
  return (
    [...theirs.readable(model).keys()].every((key) => known.has(key)) &&
    (!theirs.mayReadFreeKeys(model) || mine.mayReadFreeKeys(model)) &&
    (!writes ||
      [...model.fields.keys()].every((key) => !theirs.mayWrite(model, key) || mine.mayWrite(model, key)))
  )
}
