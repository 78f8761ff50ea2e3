import type { Where } from '#contracts/query.ts'
import type { Access, Grantable } from './compile-permissions.ts'
import { bothRules } from './narrow-access.ts'
import { asksWho } from './rule-asks.ts'
import { sharedChoices } from './narrow-choices.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'

const limited = new WeakMap<Access, WeakMap<Access, Access>>()

/**
 * What `wanted` may see, as far as `looker` may see it too: for looking at the workspace as somebody else. Nobody learns
 * by it what their own role withholds. A model whose rows the looker sees only in part is left out, since the rule of one
 * person cannot be asked for another.
 */
export function limitAccess(wanted: Access, looker: Access): Access {
  let byLooker = limited.get(wanted)
  if (!byLooker) limited.set(wanted, (byLooker = new WeakMap()))
  let access = byLooker.get(looker)
  if (!access) byLooker.set(looker, (access = intersect(wanted, looker)))
  return access
}

function intersect(wanted: Access, looker: Access): Access {
  const readable = new Map<ModelInfo, ReadonlyMap<string, FieldInfo>>()
  const both = (model: Grantable): boolean =>
    wanted.can(model, 'read') &&
    looker.can(model, 'read') &&
    (model.system !== undefined || looker.rowRule(model) === null)
  return {
    role: wanted.role,
    roles: [...wanted.roles, ...looker.roles],
    outside: wanted.outside || looker.outside,
    asksRecord: wanted.asksRecord || looker.asksRecord,
    manages: (area) => wanted.manages(area) && looker.manages(area),
    fieldList: (model, act) => wanted.fieldList(model, act),
    // Verbs are shown as they are; what reads must be allowed to both.
    can: (model, verb) =>
      both(model) && wanted.can(model, verb) && (verb !== 'export' || looker.can(model, verb)),
    readable(model) {
      let fields = readable.get(model)
      if (!fields) {
        const mine = looker.readable(model)
        const shared = [...wanted.readable(model)].flatMap(([key, field]) =>
          mine.has(key) ? [[key, sharedChoices(field, mine.get(key))] as const] : [],
        )
        fields = new Map(both(model) ? shared : [])
        readable.set(model, fields)
      }
      return fields
    },
    mayReadFreeKeys: (model) => both(model) && wanted.mayReadFreeKeys(model) && looker.mayReadFreeKeys(model),
    mayRead: (model, key, declared) =>
      both(model) && wanted.mayRead(model, key, declared) && looker.mayRead(model, key, declared),
    mayReadDefinition: (model, key) =>
      wanted.mayReadDefinition(model, key) && looker.mayReadDefinition(model, key),
    mayWrite: (model, key, declared) => wanted.mayWrite(model, key, declared),
    rowRule: (model) =>
      model.system
        ? bothRules(wanted.rowRule(model), asAnother(looker.rowRule(model)))
        : wanted.rowRule(model),
  }
}

const nothing: Where = { field: 'id', op: 'in', value: [] }

// What is each person's own (exports, plans, tokens) is not the looker's because they look as the one whose it is: bound to
// that one, the looker's rule would say so.
const asAnother = (rule: Where | null): Where | null => (asksWho(rule) ? nothing : rule)
