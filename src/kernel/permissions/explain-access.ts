import type { Decision, ModelExplanation } from '#contracts/access-explanation.ts'
import { verbs, type Role, type Verb } from '#contracts/role.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { compilePermissions, isDeclassified, type Access } from './compile-permissions.ts'

/**
 * Why a role may or may not do things with a model: the same answers as `compilePermissions` gives, each with the rule it
 * comes from. `explainAccess(workspace, 'member', model).fields[0].read` → `{ allowed: false, rule: 'not_listed', roles }`.
 */
export function explainAccess(workspace: Workspace, roleKey: string, model: ModelInfo): ModelExplanation {
  const access = compilePermissions(workspace, roleKey)
  const role = workspace.roles.get(roleKey)
  const about: About = { workspace, access, role, model }
  const where = access.rowRule(model)
  return {
    key: model.key,
    label: model.label,
    verbs: verbs.map((verb) => ({ verb, ...explainVerb(about, verb) })),
    rows: { where, rule: explainVerb(about, 'read').rule },
    fields: [...model.fields.values()].map((field) => ({
      key: field.key,
      label: field.label,
      read: explainField(about, field, 'read'),
      write: explainField(about, field, 'write'),
    })),
    free_keys: { read: explainFree(about, 'read'), write: explainFree(about, 'write') },
  }
}

interface About {
  workspace: Workspace
  access: Access
  role: Role | undefined
  model: ModelInfo
}

function explainVerb({ access, role, model }: About, verb: Verb): Decision {
  const allowed = access.can(model, verb)
  const { system } = model
  if (system) {
    if (access.manages(system.manage)) return { allowed, rule: 'manages', area: system.manage }
    return { allowed, rule: allowed ? 'member_part' : 'not_managed', area: system.manage }
  }
  if (role?.built_in && !access.outside) return { allowed, rule: 'built_in' }
  if (!role) return { allowed, rule: 'no_grant' }
  if (!role.grants) return { allowed, rule: access.outside ? 'no_grant' : 'as_member' }
  if (Object.hasOwn(role.grants, model.key)) return { allowed, rule: 'grant_model' }
  return { allowed, rule: role.grants['*'] && !access.outside ? 'grant_rest' : 'no_grant' }
}

function explainField(about: About, field: FieldInfo, act: 'read' | 'write'): Decision {
  const { workspace, access, model } = about
  const { system } = model
  const readable = access.readable(model).has(field.key)
  const writes = access.can(model, 'update') || access.can(model, 'create')
  if (act === 'write' && (field.system || system)) {
    const allowed = system !== undefined && writes && access.mayWrite(model, field.key)
    if (!system || !system.writable.includes(field.key)) return { allowed: false, rule: 'read_only' }
    return { allowed, rule: allowed ? 'manages' : 'not_managed', area: system.manage }
  }
  const allowed = act === 'read' ? readable : writes && access.mayWrite(model, field.key)
  if (act === 'read' ? !access.can(model, 'read') : !writes) return { allowed: false, rule: 'no_verb' }
  if (system) {
    const rule = access.manages(system.manage) ? 'manages' : allowed ? 'member_part' : 'not_managed'
    return { allowed, rule, area: system.manage }
  }
  const granted = access.fieldList(model, act)
  if (granted && !allowed && !granted.includes(field.key)) return { allowed, rule: 'not_granted' }
  if (field.system) return { allowed, rule: 'system' }
  if (field.computed && act === 'write') return { allowed, rule: 'read_only' }
  if (field.computed && !isDeclassified(field.computed, granted)) {
    // Open by its own rule and closed all the same: something it is worked out from is hidden.
    const listed = workspace.fieldPermissions.get(model.id ?? '')?.[field.key]?.read_roles
    if (!allowed && (!listed || listed.includes(access.role))) return { allowed, rule: 'hidden_input' }
  }
  const list = workspace.fieldPermissions.get(model.id ?? '')?.[field.key]
  if (!list) return { allowed, rule: 'no_rule' }
  const roles = act === 'read' ? list.read_roles : list.write_roles
  return { allowed, rule: allowed ? 'listed' : 'not_listed', roles: [...roles] }
}

function explainFree({ workspace, access, model }: About, act: 'read' | 'write'): Decision {
  if (model.kind !== 'objects') return { allowed: false, rule: 'read_only' }
  const writes = access.can(model, 'update') || access.can(model, 'create')
  if (act === 'read' ? !access.can(model, 'read') : !writes) return { allowed: false, rule: 'no_verb' }
  const allowed =
    !model.strict && (act === 'read' ? access.mayReadFreeKeys(model) : access.mayWrite(model, '*'))
  if (model.strict) return { allowed, rule: 'read_only' }
  if (access.fieldList(model, act)) return { allowed, rule: 'not_granted' }
  const rules = workspace.fieldPermissions.get(model.id ?? '')
  if (!rules || Object.keys(rules).length === 0) return { allowed, rule: 'no_rule' }
  if (access.manages('models')) return { allowed, rule: 'manages', area: 'models' }
  const list = rules['*']
  const roles = list ? [...(act === 'read' ? list.read_roles : list.write_roles)] : []
  return { allowed, rule: allowed ? 'listed' : 'not_listed', roles }
}
