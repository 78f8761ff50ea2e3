import { AppError } from '#base/app-error.ts'
import { archetypeFields } from '#contracts/archetype.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { resolveWhere, type Scope } from '../query/resolve-names.ts'
import type { Condition, FreeKeys } from '../query/resolved-query.ts'
import type { ShownNames } from '../query/shown-names.ts'
import { bindRowRule } from './bind-row-rule.ts'
import type { Access } from './compile-permissions.ts'

/** Who asks. */
export interface Principal {
  userId: string
  email: string | null
  /** The record of the workspace that stands for them (`user.record` of row rules), or null. */
  recordId?: string | null
  /** Projects and estimates that are closed to them (`user.closed`), or null where nobody has asked. */
  closed?: readonly string[] | null
}

const never: Condition = { kind: 'constant', value: false }

/**
 * The schema as this reader sees it: readable models and fields only, and the row rule of every model that is touched.
 * One value a request: rules are bound once.
 */
export function readerScope(
  workspace: Workspace,
  access: Access,
  principal: Principal,
  names: ShownNames | null,
): Scope {
  const ruleScope = trustedScope(workspace)
  const rules = new Map<ModelInfo, Condition | null>()
  return {
    name: 'reader',
    fields: (model) => access.readable(model),
    model(key) {
      const model = workspace.models.get(key)
      return model && access.can(model, 'read') ? model : null
    },
    rule(model) {
      let rule = rules.get(model)
      if (rule === undefined) {
        const where = access.rowRule(model)
        rule = where ? bindRule(where, model, ruleScope, access, principal) : null
        rules.set(model, rule)
      }
      return rule
    },
    shown: (model, field) => names?.of(model, field) ?? null,
  }
}

/**
 * The schema as row rules see it. A rule is written by who manages roles: it may name every field, and the rules of other
 * models do not apply inside it (two rules that name each other's models would never end). It means what is kept, whatever
 * its reader sees of it.
 */
export const trustedScope = (workspace: Workspace): Scope => ({
  name: 'rule',
  fields: (model) => model.fields,
  model: (key) => workspace.models.get(key) ?? null,
  rule: () => null,
  shown: () => null,
})

// A rule that no longer makes sense (its field was deleted, the person has no email) admits nobody.
function bindRule(
  where: Where,
  model: ModelInfo,
  scope: Scope,
  access: Access,
  principal: Principal,
): Condition {
  const bound = bindRowRule(where, {
    // Whoever is not signed in is nobody: a rule that asks who it is admits none of them.
    id: access.role === 'public' ? null : principal.userId,
    email: principal.email,
    role: access.role,
    record: principal.recordId ?? null,
    closed: principal.closed ?? null,
  })
  if (!bound) return never
  try {
    return resolveWhere(scope, model, bound, 'rows')
  } catch (error) {
    if (error instanceof AppError) return never
    throw error
  }
}

const freeKeysOf = new WeakMap<Access, Map<ModelInfo, FreeKeys>>()

/** Which keys of the free map this reader gets beside the declared fields; found once a release, role and model. */
export function readableFreeKeys(workspace: Workspace, access: Access, model: ModelInfo): FreeKeys {
  let known = freeKeysOf.get(access)
  if (!known) freeKeysOf.set(access, (known = new Map()))
  let free = known.get(model)
  if (!free) known.set(model, (free = findFreeKeys(workspace, access, model)))
  return free
}

function findFreeKeys(workspace: Workspace, access: Access, model: ModelInfo): FreeKeys {
  if (model.kind !== 'objects') return { kind: 'none' }
  if (!model.strict && access.mayReadFreeKeys(model))
    return { kind: 'all', except: hiddenKeys(workspace, access, model) }
  // What a record's own archetype declares is no free key, though the model does not declare it.
  const keys = [...workspace.archetypes.values()].map((archetype) => ({
    archetypeId: archetype.id,
    keys: archetypeFields(archetype.schema)
      .map(({ key }) => key)
      .filter((key) => !model.fields.has(key) && access.mayRead(model, key, true)),
  }))
  const some = keys.filter((entry) => entry.keys.length > 0)
  return some.length > 0 ? { kind: 'archetypes', keys: some } : { kind: 'none' }
}

// A readable field stands over the key of the free map; what is left to withhold are hidden fields, with a rule of their own
// or worked out from what has one, and keys with a rule whose field is gone.
function hiddenKeys(workspace: Workspace, access: Access, model: ModelInfo): readonly string[] {
  const ruled = Object.keys((model.id && workspace.fieldPermissions.get(model.id)) || {})
  const kept = [...model.fields.values()].flatMap(({ key, system }) => (system ? [] : [key]))
  return [...new Set([...ruled, ...kept])].filter((key) => key !== '*' && !access.mayRead(model, key))
}
