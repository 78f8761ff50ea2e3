import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { compilePermissions } from './compile-permissions.ts'
import { narrowAccess } from './narrow-access.ts'

const own = { field: 'owner', op: 'eq' as const, value: { '=': 'user.id' } }
const document = (kind: string, key: string, body: object) => ({ kind, id: key, key, body, created_at: '' })
const field = (key: string) => ({ key, label: key, type: 'text' })
const workspace = compileWorkspace('t', 'r', [
  document('model', 'part', { label: 'Parts', schema: { fields: ['name', 'cost', 'owner'].map(field) } }),
  document('model', 'secret', { label: 'Secrets', schema: { fields: [field('name')] } }),
  document('role', 'reader', { label: 'Reader', grants: { part: { verbs: ['read'] } }, manage: ['models'] }),
  document('role', 'own', { label: 'Own', grants: { part: { verbs: ['read', 'update'], rows: own } } }),
  document('field_permissions', 'part', {
    fields: { cost: { read_roles: ['own', 'admin'], write_roles: ['admin'] } },
  }),
])
const part = must(workspace.models.get('part'))
const access = (role: string) => compilePermissions(workspace, role)

describe('the rights of a token', () => {
  it('are those of its role that its person has too', () => {
    const both = narrowAccess(access('admin'), access('reader'))
    expect([both.can(part, 'read'), both.can(part, 'update')]).toEqual([true, false])
    expect([...both.readable(part).keys()]).not.toContain('cost')
    expect([both.manages('models'), both.manages('roles')]).toEqual([true, false])
    expect(both.can(must(workspace.models.get('secret')), 'read')).toBe(false)
    expect(narrowAccess(access('admin'), access('admin'))).toBe(access('admin'))
  })

  it('are none where the two see other rows', () => {
    expect(narrowAccess(access('admin'), access('own')).can(part, 'read')).toBe(false)
    expect(narrowAccess(access('admin'), access('own')).readable(part).size).toBe(0)
    // A rule of the token's own role alone narrows it and is kept.
    expect(narrowAccess(access('own'), access('admin')).rowRule(part)).toEqual(own)
  })

  it('name only models that both see', () => {
    const webhooks = must(workspace.models.get('sys_webhook'))
    const offered = (role: string) =>
      narrowAccess(access('owner'), access(role)).readable(webhooks).get('models')?.field.options
    expect(offered('admin')).toHaveLength(2)
    expect(offered('reader')).toBeUndefined()
    expect(access('owner').readable(webhooks).get('models')?.field.options).toHaveLength(2)
  })
})
