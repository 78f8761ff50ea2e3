import { expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { must } from '#base/assert.ts'
import type { Field } from '#contracts/field.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { bindRowRule } from './bind-row-rule.ts'
import { compilePermissions } from './compile-permissions.ts'

const relation = (key: string, target: string): Field => ({ key, label: key, type: 'relation', target })
const model = (key: string, fields: Field[] = []) => ({
  kind: 'model',
  id: newId(),
  key,
  body: {
    label: key,
    schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }, ...fields] },
  },
  created_at: '',
})
const own = { field: 'customer', op: 'eq' as const, value: { '=': 'user.record' } }
const role = (key: string, grants: object) => ({
  kind: 'role',
  id: newId(),
  key,
  body: { label: key, grants },
  created_at: '',
})
const models = [
  model('customers', [relation('first_project', 'projects')]),
  model('projects', [relation('customer', 'customers')]),
  model('estimates', [relation('customer', 'customers'), relation('project', 'projects')]),
  model('snags', [relation('estimate', 'estimates')]),
  model('papers'),
]
const roles = [
  role('customer', {
    customers: { verbs: ['read'] },
    projects: { verbs: ['read'], rows: own },
    snags: { verbs: ['read'] },
    papers: { verbs: ['read'] },
  }),
  role('guide', { projects: { verbs: ['read'], rows: own }, snags: { verbs: ['read'] } }),
]
const access = model('portal_access', [relation('customer', 'customers'), relation('project', 'projects')])
// As the product declares it (features/portal/models/portal-access.json).
const closing = {
  model: 'portal_access',
  to: 'customer',
  paths: new Map([
    ['projects', ['id']],
    ['estimates', ['id', 'project']],
  ]),
}
const compiled = (documents: object[]) =>
  compileWorkspace(newId(), newId(), documents as (typeof models)[number][], undefined, closing)
const workspace = compiled([...models, ...roles, access])
const ruleOf = (key: string, who: string, of = workspace) =>
  compilePermissions(of, who).rowRule(must(of.models.get(key)))
const open = (field: string) => ({ not: { field, op: 'in', value: { '=': 'user.closed' } } })

it('PT-05 keeps from customers what belongs to a closed place, over any rule, and in models of the workspace', () => {
  expect(ruleOf('projects', 'customer')).toEqual({ and: [own, { and: [open('id')] }] })
  expect(ruleOf('snags', 'customer')).toEqual({ and: [open('estimate'), open('estimate.project')] })
  // Who somebody is, and what stands in no project, is not closed.
  expect([ruleOf('customers', 'customer'), ruleOf('papers', 'customer')]).toEqual([null, null])
})

it('takes a role of the workspace for one of customers where its rule asks who somebody stands for', () => {
  expect(ruleOf('projects', 'guide')).toEqual({ and: [own, { and: [open('id')] }] })
  expect([ruleOf('snags', 'guide'), ruleOf('projects', 'owner'), ruleOf('projects', 'member')]).toEqual([
    null,
    null,
    null,
  ])
})

it('changes nothing in a workspace that says nothing of the access of customers', () => {
  const before = compiled([...models, ...roles])
  expect(ruleOf('projects', 'customer', before)).toEqual(own)
  expect(ruleOf('snags', 'customer', before)).toBeNull()
})

it('admits everybody to whom nothing is closed, and nobody of whom it is not known', () => {
  const rule = must(ruleOf('snags', 'customer'))
  const person = { id: 'u', email: null, role: 'customer', record: 'r' }
  const none = { not: { or: [] } }
  expect(bindRowRule(rule, { ...person, closed: [] })).toEqual({ and: [none, none] })
  expect(bindRowRule(rule, { ...person, closed: null })).toBeNull()
  expect(bindRowRule(rule, { ...person, closed: ['p'] })).toMatchObject({
    and: [{ not: { field: 'estimate', op: 'in', value: ['p'] } }, {}],
  })
  // A list is no single value, and a single value no list.
  expect(
    bindRowRule({ field: 'name', op: 'eq', value: { '=': 'user.closed' } }, { ...person, closed: [] }),
  ).toBeNull()
  expect(
    bindRowRule({ field: 'name', op: 'in', value: { '=': 'user.id' } }, { ...person, closed: [] }),
  ).toBeNull()
})
