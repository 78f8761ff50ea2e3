import { canonicalJson } from '#base/json.ts'
import type { Where } from '#contracts/query.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { Access, Grantable } from './compile-permissions.ts'
import { sharedChoices } from './narrow-choices.ts'
import { asksRole, asksWho } from './rule-asks.ts'

type Narrowed = WeakMap<Access, WeakMap<Access, Access>>

const [ofOnePerson, ofTwo]: [Narrowed, Narrowed] = [new WeakMap(), new WeakMap()]

/**
 * What a role may as far as its holder may too: for a token that was given a narrower role. Whatever is taken from either
 * is taken from the token. A model whose rows the two see by different rules is closed: a rule of one role cannot be asked
 * for another. `another`: the holder is another person than who acts, whose own rows are not the holder's to see.
 */
export function narrowAccess(given: Access, holder: Access, another = false): Access {
  if (given === holder && !another) return given
  const narrowed = another ? ofTwo : ofOnePerson
  let byHolder = narrowed.get(given)
  if (!byHolder) narrowed.set(given, (byHolder = new WeakMap()))
  let access = byHolder.get(holder)
  if (!access) byHolder.set(holder, (access = intersect(given, holder, another)))
  return access
}

// What a person makes with all their rights, by the rows that are their own: sizes, conditions and names in it tell of what a
// narrower role may not see. By its id a token reaches what it made itself.
const personal: ReadonlySet<string> = new Set([
  'sys_export',
  'sys_import',
  'sys_schedule',
  'sys_schedule_run',
])

function intersect(given: Access, holder: Access, another: boolean): Access {
  const readable = new Map<ModelInfo, ReadonlyMap<string, FieldInfo>>()
  const both = (ask: (access: Access) => boolean): boolean => ask(given) && ask(holder)
  const isOpen = (model: Grantable): boolean => {
    if (another && asksWho(holder.rowRule(model))) return false
    return model.system ? !personal.has(model.key) || seesAll(model) : sameRows(model)
  }
  const seesAll = (model: Grantable): boolean => both((access) => access.rowRule(model) === null)
  function sameRows(model: Grantable): boolean {
    const rule = holder.rowRule(model)
    if (rule === null) return true
    const isOneRule = canonicalJson(rule) === canonicalJson(given.rowRule(model))
    return isOneRule && (given.role === holder.role || !asksRole(rule))
  }
  return {
    role: given.role,
    roles: [...given.roles, ...holder.roles],
    outside: given.outside || holder.outside,
    asksRecord: given.asksRecord || holder.asksRecord,
    manages: (area) => both((access) => access.manages(area)),
    fieldList: (model, act) => given.fieldList(model, act) ?? holder.fieldList(model, act),
    can: (model, verb) => isOpen(model) && both((access) => access.can(model, verb)),
    readable(model) {
      let fields = readable.get(model)
      if (!fields) {
        const theirs = holder.readable(model)
        const shared = [...given.readable(model)].flatMap(([key, field]) =>
          theirs.has(key) ? [[key, sharedChoices(field, theirs.get(key))] as const] : [],
        )
        fields = new Map(isOpen(model) ? shared : [])
        readable.set(model, fields)
      }
      return fields
    },
    mayReadFreeKeys: (model) => isOpen(model) && both((access) => access.mayReadFreeKeys(model)),
    mayRead: (model, key, declared) =>
      isOpen(model) && both((access) => access.mayRead(model, key, declared)),
    mayReadDefinition: (model, key) => both((access) => access.mayReadDefinition(model, key)),
    mayWrite: (model, key, declared) => both((access) => access.mayWrite(model, key, declared)),
    // The system's rules say nothing of roles, so both can be asked.
    rowRule: (model) =>
      model.system ? bothRules(given.rowRule(model), holder.rowRule(model)) : given.rowRule(model),
  }
}

/** Both rules, where there are two. */
export const bothRules = (a: Where | null, b: Where | null): Where | null =>
  a && b ? { and: [a, b] } : (a ?? b)
