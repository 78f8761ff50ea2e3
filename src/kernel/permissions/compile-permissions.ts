import type { Where } from '#contracts/query.ts'
import { isOutsideRole, type ManageArea, type ModelGrant, type Role, type Verb } from '#contracts/role.ts'
import type { Computed } from '../formulas/computed.ts'
import { endModel } from '../formulas/plan.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { FieldRule, ModelInfo, Workspace } from '../models/workspace.ts'
import { closedRule, withRule } from './closed-rule.ts'
import { narrowChoices } from './narrow-choices.ts'

/** What verbs are granted on: a model, or something that roles may grant like one. */
export type Grantable = Pick<ModelInfo, 'key' | 'system'>

/** What one role may do in one release. Every answer is deny by default. */
export interface Access {
  role: string
  /** Every role that must allow it: this one, and those it was narrowed by. */
  roles: readonly string[]
  /** A customer or the public: nothing but what is granted to them, and nothing of what happened. */
  outside: boolean
  /** Whether a row rule asks for `user.record` or `user.closed`. */
  asksRecord: boolean
  manages(area: ManageArea): boolean
  /** The fields a grant is limited to; null: the fields' own rules decide alone. */
  fieldList(model: ModelInfo, act: 'read' | 'write'): readonly string[] | null
  can(model: Grantable, verb: Verb): boolean
  /** The fields this role may read, in order; empty when it may not read the model. */
  readable(model: ModelInfo): ReadonlyMap<string, FieldInfo>
  /** Whether keys that no field declares are readable. */
  mayReadFreeKeys(model: ModelInfo): boolean
  /**
   * Whether one attribute key is readable: for history and values that outlived their field. `declared`: the record's
   * own archetype declares it, so it is no free key.
   */
  mayRead(model: ModelInfo, key: string, declared?: boolean): boolean
  /** Whether one attribute key may be written, once the role has the verb. Same answer for unknown and hidden keys. */
  mayWrite(model: ModelInfo, key: string, declared?: boolean): boolean
  /** Whether a field's definition may be told: of a computed one it names what is behind it. */
  mayReadDefinition(model: ModelInfo, key: string): boolean
  /** The rows it may see, or null for all. May hold `{"=": "user.id"}`; bind it before use. */
  rowRule(model: Grantable): Where | null
}

const asksRecord = (rule: Where | null): boolean => JSON.stringify(rule).includes('user.record')

const cache = new WeakMap<Workspace, Map<string, Access>>()

/** Compiles the rights of a role, once per workspace value: `compilePermissions(workspace, 'member')`. */
export function compilePermissions(workspace: Workspace, roleKey: string): Access {
  let roles = cache.get(workspace)
  if (!roles) cache.set(workspace, (roles = new Map()))
  let access = roles.get(roleKey)
  if (!access) roles.set(roleKey, (access = compileRole(workspace, roleKey, workspace.roles.get(roleKey))))
  return access
}

const memberVerbs: readonly Verb[] = ['read', 'create', 'update', 'export']
const nothing: ModelGrant = { verbs: [] }
const everything: ModelGrant = { verbs: ['read', 'create', 'update', 'delete', 'export', 'share'] }
const asMember: ModelGrant = { verbs: [...memberVerbs] }

function grantOf(role: Role | undefined, modelKey: string): ModelGrant {
  if (!role) return nothing
  if (role.built_in) {
    if (role.key === 'owner' || role.key === 'admin') return everything
    if (role.key === 'member') return asMember
    return (role.grants && Object.hasOwn(role.grants, modelKey) && role.grants[modelKey]) || nothing
  }
  if (!role.grants) return asMember
  const own = Object.hasOwn(role.grants, modelKey) ? role.grants[modelKey] : undefined
  return own ?? role.grants['*'] ?? nothing
}

/**
 * Whether a value is told without a look at what it is worked out from. What a lookup copies of a record elsewhere is told
 * only to a role whose list of fields names it: one without a list was never asked.
 */
export const isDeclassified = (
  { declassified, type, key }: Pick<Computed, 'declassified' | 'type' | 'key'>,
  listed: readonly string[] | null,
): boolean => declassified && (type !== 'lookup' || listed?.includes(key) === true)

/** The rights of a role that need not be one of the workspace: a shared record's page has one of its own. */
export function compileRole(workspace: Workspace, roleKey: string, role: Role | undefined): Access {
  const runsAll = role?.built_in === true && (roleKey === 'owner' || roleKey === 'admin')
  const outside = role?.built_in === true && isOutsideRole(roleKey)
  const isCustomer = outside && roleKey === 'customer'
  const isMember = role !== undefined && !outside
  const manages = (area: ManageArea): boolean => runsAll || role?.manage.includes(area) === true

  const rulesOf = (model: ModelInfo): Readonly<Record<string, FieldRule>> | null => {
    const rules = model.id === null ? undefined : workspace.fieldPermissions.get(model.id)
    return rules && Object.keys(rules).length > 0 ? rules : null
  }
  const ruleOf = (model: ModelInfo, key: string): FieldRule | null => rulesOf(model)?.[key] ?? null

  // Null: no list, so the fields' own rules decide alone.
  function fieldList(model: ModelInfo, list: 'read' | 'write'): readonly string[] | null {
    const fields = grantOf(role, model.key).fields?.[list]
    return fields ?? (outside ? [] : null)
  }

  function can(model: Grantable, verb: Verb): boolean {
    const { system } = model
    if (!system) return grantOf(role, model.key).verbs.includes(verb)
    if (verb === 'read' || verb === 'export')
      return manages(system.manage) || (isMember && system.memberFields !== undefined)
    const mayWrite = manages(system.manage) || (isMember && system.memberWrites === true)
    return verb !== 'share' && system.writable.length > 0 && mayWrite
  }

  function mayUse(
    model: ModelInfo,
    key: string,
    list: 'read_roles' | 'write_roles',
    declared = false,
  ): boolean {
    const computed = model.fields.get(key)?.computed
    if (computed && list === 'write_roles') return false
    const listed = fieldList(model, list === 'read_roles' ? 'read' : 'write')
    if (computed && !isDeclassified(computed, listed) && !mayReadInputs(computed)) return false
    if (listed && !listed.includes(key)) return false
    const rule = key === '*' ? null : ruleOf(model, key)
    if (rule) return rule[list].includes(roleKey)
    if (declared || model.fields.has(key)) return true
    const rules = rulesOf(model)
    return !rules || manages('models') || rules['*']?.[list].includes(roleKey) === true
  }

  // A value must not tell what it is worked out from: readable only with every field behind it, in every record. A role
  // that sees only some records of a model must not learn of the others by a sum either.
  function mayReadInputs(computed: Computed): boolean {
    return computed.reads.every((input) => {
      const model = workspace.models.get(endModel(computed, input))
      if (!model || !can(model, 'read') || !mayUse(model, input.key, 'read_roles')) return false
      return input.steps.every(({ to }) => {
        const passed = workspace.models.get(to)
        return passed !== undefined && can(passed, 'read') && rowRule(passed) === null
      })
    })
  }

  function readFields(model: ModelInfo): ReadonlyMap<string, FieldInfo> {
    if (!can(model, 'read')) return new Map()
    const { system } = model
    const open = (field: FieldInfo): boolean => {
      if (system) return manages(system.manage) || system.memberFields?.includes(field.key) === true
      if (!field.system) return mayUse(model, field.key, 'read_roles')
      return field.key === 'id' || (fieldList(model, 'read')?.includes(field.key) ?? true)
    }
    const isReadable = (key: string): boolean => {
      const other = workspace.models.get(key)
      return other !== undefined && can(other, 'read')
    }
    return new Map(
      [...model.fields].flatMap(([key, field]) =>
        open(field) ? [[key, narrowChoices(field, isReadable)] as const] : [],
      ),
    )
  }

  function systemRowRule(model: Grantable): Where | null {
    const readableModels = () =>
      [...workspace.modelsById.values()].filter((candidate) => can(candidate, 'read'))
    if (model.key === 'sys_event') {
      // An event of a record one may not see must not be counted either, so models with a row rule are left out.
      const open = readableModels().filter((candidate) => rowRule(candidate) === null)
      const ids = open.map(({ id }) => id)
      return {
        or: [
          { field: 'model_id', op: 'empty' },
          { field: 'model_id', op: 'in', value: ids },
        ],
      }
    }
    if (model.key === 'sys_view')
      return {
        field: 'model',
        op: 'in',
        value: [...workspace.models.values()].filter((other) => can(other, 'read')).map(({ key }) => key),
      }
    if (model.key === 'sys_webhook_delivery') {
      // What an address was told of a record and what it answered are no way to hear of records either.
      const open = readableModels().filter((candidate) => rowRule(candidate) === null)
      return {
        or: [
          { field: 'model', op: 'empty' },
          { field: 'model', op: 'in', value: open.map(({ key }) => key) },
        ],
      }
    }
    if (model.key === 'sys_schedule') return { field: 'user_id', op: 'eq', value: { '=': 'user.id' } }
    if (model.key === 'sys_export' || model.key === 'sys_schedule_run')
      return { field: 'created_by', op: 'eq', value: { '=': 'user.id' } }
    if (model.system && manages(model.system.manage)) return null
    if (model.key === 'sys_model')
      return { field: 'key', op: 'in', value: readableModels().map(({ key }) => key) }
    if (model.key === 'sys_api_token') return { field: 'user_id', op: 'eq', value: { '=': 'user.id' } }
    if (model.key === 'sys_import') return { field: 'created_by', op: 'eq', value: { '=': 'user.id' } }
    return null
  }

  function rowRule(model: Grantable): Where | null {
    if (model.system) return systemRowRule(model)
    const rule = grantOf(role, model.key).rows ?? null
    const whole = mayBeClosed(rule) ? workspace.models.get(model.key) : undefined
    return whole ? withRule(rule, closedRule(workspace, whole)) : rule
  }

  // What is closed to the customer a person stands for is closed whatever else their role says of it.
  const mayBeClosed = (rule: Where | null): boolean => isCustomer || asksRecord(rule)

  const readable = new Map<ModelInfo, ReadonlyMap<string, FieldInfo>>()
  return {
    role: roleKey,
    roles: [roleKey],
    outside,
    asksRecord:
      Object.values(role?.grants ?? {}).some(({ rows = null }) => asksRecord(rows)) ||
      (isCustomer && workspace.closing !== null),
    manages,
    fieldList,
    can,
    readable(model) {
      let fields = readable.get(model)
      if (!fields) readable.set(model, (fields = readFields(model)))
      return fields
    },
    mayReadFreeKeys(model) {
      if (model.kind !== 'objects' || !can(model, 'read') || fieldList(model, 'read')) return false
      const rules = rulesOf(model)
      return !rules || manages('models') || rules['*']?.read_roles.includes(roleKey) === true
    },
    mayRead: (model, key, declared) =>
      can(model, 'read') &&
      (model.system ? readFields(model).has(key) : mayUse(model, key, 'read_roles', declared)),
    mayWrite: (model, key, declared) =>
      model.system
        ? model.system.writable.includes(key) && can(model, 'update')
        : mayUse(model, key, 'write_roles', declared),
    mayReadDefinition(model, key) {
      const computed = model.fields.get(key)?.computed
      return !computed || mayReadInputs(computed)
    },
    rowRule,
  }
}
