import { describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { must } from '#base/assert.ts'
import type { EventView } from '#contracts/object.ts'
import type { Field } from '#contracts/field.ts'
import type { Where } from '#contracts/query.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { checkRowRule } from './check-row-rule.ts'
import { compilePermissions } from './compile-permissions.ts'
import { redactEvent } from './redact-event.ts'
import { restrictWrite } from './restrict-write.ts'

const [openId, ruledId] = [newId(), newId()]
const field = (key: string): Field => ({ key, label: key, type: 'text' })
const only = (...roles: string[]) => ({ read_roles: roles, write_roles: roles })
const document = (kind: string, key: string, body: unknown, id = newId()) => ({
  kind,
  id,
  key,
  body,
  created_at: '',
})
const workspace = compileWorkspace(newId(), newId(), [
  document('model', 'open', { label: 'Open', schema: { version: 1, fields: [field('name')] } }, openId),
  document(
    'model',
    'ruled',
    { label: 'Ruled', schema: { version: 1, fields: ['name', 'cost', 'serial'].map(field) } },
    ruledId,
  ),
  document('field_permissions', ruledId, {
    fields: {
      cost: only('owner', 'finance'),
      serial: { read_roles: ['member'], write_roles: ['owner', 'finance'] },
      gone: only('owner'),
      broken: { read_roles: null },
      '*': { read_roles: ['finance'], write_roles: [] },
    },
  }),
  document('role', 'finance', { label: 'Finance' }),
  document('role', 'none', { label: 'None', grants: {} }),
  document('role', 'owner', { label: 'False owner', grants: {} }),
  document('role', 'editor', { label: 'Editor', grants: { '*': { verbs: ['read'] } }, manage: ['models'] }),
  document('role', 'own', {
    label: 'Own',
    grants: {
      open: { verbs: ['read', 'delete'], rows: { field: 'created_by', op: 'eq', value: { '=': 'user.id' } } },
    },
  }),
])
const as = (role: string) => compilePermissions(workspace, role)
const open = must(workspace.models.get('open'))
const ruled = must(workspace.models.get('ruled'))

describe('roles', () => {
  it('[P-02] built in: owner and admin do everything, members work, customers see nothing', () => {
    for (const role of ['owner', 'admin']) {
      expect(as(role).can(ruled, 'delete')).toBe(true)
      expect(as(role).manages('workspace')).toBe(true)
    }
    expect(
      ['read', 'create', 'update', 'export'].every((verb) => as('member').can(open, verb as 'read')),
    ).toBe(true)
    expect(as('member').can(open, 'delete')).toBe(false)
    expect(as('member').manages('models')).toBe(false)
    for (const role of ['customer', 'nobody', '__proto__', 'constructor', ''])
      expect([...workspace.models.values()].some((model) => as(role).can(model, 'read'))).toBe(false)
  })

  it('own: without grants as a member, with an empty map nothing, `*` for the rest', () => {
    expect(as('finance').can(open, 'update')).toBe(true)
    expect(as('none').can(open, 'read')).toBe(false)
    expect(as('editor').can(open, 'read')).toBe(true)
    expect(as('editor').can(open, 'update')).toBe(false)
    expect(as('own').can(ruled, 'read')).toBe(false)
    expect(as('own').rowRule(open)).toEqual({ field: 'created_by', op: 'eq', value: { '=': 'user.id' } })
  })

  it('a document cannot take the place of a built-in role', () => {
    expect(as('owner').can(open, 'delete')).toBe(true)
  })

  it('are compiled once a release', () => {
    expect(as('member')).toBe(as('member'))
    expect(as('member').readable(ruled)).toBe(as('member').readable(ruled))
  })
})

describe('fields', () => {
  const readable = (role: string) =>
    [...as(role).readable(ruled).values()].filter(({ system }) => !system).map(({ key }) => key)

  it('[P-03] [P-04] are readable by the listed roles only, by everyone when there is no rule', () => {
    expect(readable('owner')).toEqual(['name', 'cost'])
    expect(readable('admin')).toEqual(['name'])
    expect(readable('finance')).toEqual(['name', 'cost'])
    expect(readable('member')).toEqual(['name', 'serial'])
    expect(readable('customer')).toEqual([])
    expect(as('owner').mayWrite(ruled, 'serial')).toBe(true)
    expect(as('member').mayWrite(ruled, 'serial')).toBe(false)
  })

  it('[V-08] free keys: open without rules, else for who manages models or is listed under `*`', () => {
    expect(
      ['owner', 'admin', 'editor', 'finance', 'member'].map((role) => as(role).mayReadFreeKeys(ruled)),
    ).toEqual([true, true, true, true, false])
    expect(as('member').mayReadFreeKeys(open)).toBe(true)
    expect(as('finance').mayWrite(ruled, 'anything')).toBe(false)
    expect(as('admin').mayWrite(ruled, 'anything')).toBe(true)
    expect(as('member').mayWrite(open, 'anything')).toBe(true)
  })

  it('FP-14, FP-16: a broken rule is nobody, a deleted field keeps its rule', () => {
    expect(as('owner').mayRead(ruled, 'broken')).toBe(false)
    expect(as('admin').mayRead(ruled, 'gone')).toBe(false)
    expect(as('owner').mayRead(ruled, 'gone')).toBe(true)
  })

  it('FP-11: a write outside is refused whole, with the same answer for hidden and unknown keys', () => {
    const refused = (keys: string[], role: string) => {
      try {
        restrictWrite(ruled, as(role), keys)
      } catch (error) {
        return JSON.stringify([error, String(error)])
      }
      return null
    }
    expect(refused(['name'], 'member')).toBeNull()
    expect(refused(['name', 'cost'], 'member')).toContain('field_forbidden')
    for (const key of ['serial', 'gone', 'unknown', '*', '__proto__', 'constructor'])
      expect(refused([key], 'member')).toBe(refused(['cost'], 'member'))
    expect(refused(['unknown'], 'admin')).toBeNull()
    expect(() => restrictWrite(ruled, as('member'), ['depth'], [field('depth')])).not.toThrow()
    expect(() => restrictWrite(ruled, as('member'), ['cost'], [field('cost')])).toThrow()
  })
})

describe('models of the system', () => {
  const model = (key: string) => must(workspace.models.get(key))
  it('are read by who manages them, some by members in part', () => {
    expect(as('member').can(model('sys_role'), 'read')).toBe(false)
    expect([...as('member').readable(model('sys_member')).keys()]).toEqual(['id', 'name', 'role'])
    expect(as('admin').readable(model('sys_member')).has('email')).toBe(true)
    expect(as('member').readable(model('sys_model')).has('schema')).toBe(false)
    expect(as('own').rowRule(model('sys_model'))).toEqual({ field: 'key', op: 'in', value: ['open'] })
    expect(as('member').rowRule(model('sys_import'))).toEqual({
      field: 'created_by',
      op: 'eq',
      value: { '=': 'user.id' },
    })
  })

  it('are written by who manages them, named columns only', () => {
    expect(as('member').can(model('sys_model'), 'update')).toBe(false)
    expect(as('editor').can(model('sys_model'), 'create')).toBe(true)
    expect(as('editor').can(model('sys_role'), 'create')).toBe(false)
    expect(as('owner').can(model('sys_event'), 'delete')).toBe(false)
    expect(as('owner').mayWrite(model('sys_member'), 'role')).toBe(true)
    expect(as('owner').mayWrite(model('sys_member'), 'id')).toBe(false)
    expect(as('owner').mayWrite(model('sys_member'), 'email')).toBe(false)
  })
})

describe('history', () => {
  const event = (before: EventView['before'], after: EventView['after']): EventView => ({
    id: newId(),
    at: '2026-01-01T00:00:00Z',
    actor: null,
    kind: 'updated',
    before,
    after,
  })

  it('FP-09: holds what the reader may read now', () => {
    const seen = redactEvent(
      ruled,
      as('member'),
      event({ name: 'a', cost: '1', gone: 'x', free: 1 }, { name: 'b', cost: '2' }),
    )
    expect(seen).toMatchObject({ before: { name: 'a' }, after: { name: 'b' } })
    expect(JSON.stringify(seen)).not.toMatch(/cost|gone|free/)
  })

  it('FP-08: leaves out an update that touched nothing else', () => {
    expect(redactEvent(ruled, as('member'), event({ cost: '1' }, { cost: '2' }))).toBeNull()
    expect(redactEvent(ruled, as('owner'), event({ cost: '1' }, { cost: '2' }))).not.toBeNull()
    expect(redactEvent(ruled, as('customer'), event({ name: '1' }, { name: '2' }))).toBeNull()
  })
})

describe('a row rule', () => {
  const check = (rule: Where) => () => checkRowRule(workspace, open, rule, 'grants.open.rows')
  it('is checked when it is saved', () => {
    expect(check({ field: 'created_by', op: 'eq', value: { '=': 'user.id' } })).not.toThrow()
    expect(check({ field: 'created_by.name', op: 'contains', value: 'a' })).not.toThrow()
    for (const rule of [
      { field: 'gone', op: 'eq', value: 1 },
      { field: 'name', op: 'eq', value: { '=': 'user.secret' } },
      { not: { field: 'created_at', op: 'gt', value: 'x' } },
    ] satisfies Where[])
      expect(check(rule)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})
