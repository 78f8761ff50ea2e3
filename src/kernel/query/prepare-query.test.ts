import { describe, expect, it } from 'vitest'
import type { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import type { Query, Where } from '#contracts/query.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { compilePermissions } from '../permissions/compile-permissions.ts'
import { prepareQuery } from './prepare-query.ts'
import { shapeResult } from './shape-result.ts'

const [tenantId, itemId, siteId, secretId, userId] = [newId(), newId(), newId(), newId(), newId()]
const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})
const model = (id: string, key: string, fields: Field[]) => ({
  kind: 'model',
  id,
  key,
  created_at: '',
  body: { label: key, schema: { version: 1, fields } },
})
const finance = { read_roles: ['owner', 'admin', 'finance'], write_roles: ['owner'] }
const workspace = compileWorkspace(tenantId, newId(), [
  model(itemId, 'item', [
    field('name', 'text'),
    field('cost', 'money'),
    field('internal_notes', 'text'),
    field('qty', 'number'),
    field('note', 'markdown'),
    field('parent', 'relation', { target: 'item' }),
    field('site', 'relation', { target: 'site' }),
    field('vault', 'relation', { target: 'vault' }),
  ]),
  model(siteId, 'site', [field('name', 'text'), field('cost', 'money')]),
  model(secretId, 'vault', [field('name', 'text'), field('item', 'relation', { target: 'item' })]),
  {
    kind: 'field_permissions',
    id: newId(),
    key: itemId,
    created_at: '',
    body: {
      fields: { cost: finance, internal_notes: { read_roles: ['owner', 'admin'], write_roles: ['owner'] } },
    },
  },
  {
    kind: 'role',
    id: newId(),
    key: 'clerk',
    created_at: '',
    body: { label: 'Clerk', grants: { item: { verbs: ['read'] }, site: { verbs: ['read'] } } },
  },
])

const prepare = (query: Query, role = 'clerk', who: Partial<{ userId: string; cursorKey: string }> = {}) =>
  prepareQuery(
    query,
    workspace,
    compilePermissions(workspace, role),
    { userId, email: null, cursorKey: 'key', ...who },
    'queries.0',
  )

function refusal(query: Query, role = 'clerk'): { code: string; message: string; details: unknown } {
  try {
    prepare(query, role)
  } catch (error) {
    const { code, message, details } = error as AppError
    return { code, message, details }
  }
  throw new Error('This question was answered.')
}

/** The places of a question where a field is named. */
const places: Record<string, (name: string) => Omit<Query, 'model'>> = {
  where: (name) => ({
    where: {
      and: [
        { field: 'name', op: 'eq', value: 'a' },
        { field: name, op: 'gt', value: 1 },
      ],
    },
  }),
  'where not': (name) => ({ where: { not: { field: name, op: 'empty' } } }),
  sort: (name) => ({ sort: [{ field: name, dir: 'desc' }] }),
  fields: (name) => ({ fields: ['name', name] }),
  group: (name) => ({ group: [name] }),
  aggregate: (name) => ({ aggregate: [{ fn: 'sum', field: name, as: 'total' }] }),
  'group and total': (name) => ({ group: ['name'], aggregate: [{ fn: 'max', field: name, as: 'top' }] }),
  'sort of groups': (name) => ({ group: ['name'], sort: [{ field: name, dir: 'asc' }] }),
  expand: (name) => ({ expand: { [name]: {} } }),
  'inside expand': (name) => ({ expand: { parent: { where: { field: name, op: 'eq', value: 'a' } } } }),
  'fields of expand': (name) => ({ expand: { parent: { fields: [name] } } }),
}

const spellings = [
  'cost',
  'attributes.cost',
  'attributes->>cost',
  't0.cost',
  '"cost"',
  'COST',
  'cost\u0000',
  'cost[]',
  'parent.cost',
  'parent.parent.cost',
  'children.cost',
  'item.cost',
  '-cost',
  'internal_notes',
]

describe('a field the reader may not read', () => {
  for (const [place, ask] of Object.entries(places))
    it(`[P-05] FP-02…FP-05: is unknown in ${place}, in every spelling`, () => {
      for (const name of spellings) {
        const hidden = refusal({ model: 'item', ...ask(name) })
        const absent = refusal({ model: 'item', ...ask(name.replace(/cost|COST|internal_notes/, 'nothing')) })
        expect(hidden.code).toBe('unknown_field')
        const spelled = JSON.stringify(hidden).replaceAll(JSON.stringify(name).slice(1, -1), 'X')
        const other = name.replace(/cost|COST|internal_notes/, 'nothing')
        expect(spelled).toBe(JSON.stringify(absent).replaceAll(JSON.stringify(other).slice(1, -1), 'X'))
      }
    })

  it('is asked of freely by who may read it', () => {
    const query: Query = {
      model: 'item',
      where: { field: 'cost', op: 'gt', value: '1.50' },
      sort: [{ field: 'cost', dir: 'asc' }],
    }
    expect(prepare(query, 'owner').columns.map(({ text }) => text)).toContain('cost')
    expect(prepare({ model: 'item' }).columns.map(({ text }) => text)).not.toContain('cost')
  })

  it('is left out of the search', () => {
    const { where } = prepare({ model: 'item', search: 'x' })
    expect(JSON.stringify(where)).not.toContain('internal_notes')
    expect(JSON.stringify(prepare({ model: 'item', search: 'x' }, 'owner').where)).toContain('internal_notes')
  })

  it('is unknown under the key of another model, too', () => {
    expect(prepare({ model: 'item', fields: ['site.cost'] }).columns).toHaveLength(2)
    expect(refusal({ model: 'site', expand: { 'item.cost': {} } }).code).toBe('unknown_field')
  })

  it('answers a model one may not read like one that does not exist', () => {
    expect(refusal({ model: 'vault' })).toEqual(refusal({ model: 'nothing' }))
    expect(refusal({ model: 'vault' }).code).toBe('not_found')
    expect(refusal({ model: 'sys_role' }, 'member')).toEqual(refusal({ model: 'sys_nothing' }, 'member'))
    expect(refusal({ model: 'item', fields: ['vault.name'] }).code).toBe('unknown_field')
    expect(refusal({ model: 'item', expand: { vault: {} } }).code).toBe('unknown_field')
    expect(refusal({ model: 'item', expand: { 'vault.item': {} } }).code).toBe('unknown_field')
  })

  it('expands only what links the two models', () => {
    for (const name of ['item.name', 'item.parent', 'item', 'item.site.name', 'name', 'site.item'])
      expect(refusal({ model: 'site', expand: { [name]: {} } }).code).toBe('unknown_field')
    expect(prepare({ model: 'site', expand: { 'item.site': {} } }).expand).toHaveLength(1)
  })

  it('names the place', () => {
    expect(refusal({ model: 'item', ...places.where?.('cost') }).details).toEqual([
      { path: 'queries.0.where.and.1.field', code: 'unknown_field', message: 'There is no such field.' },
    ])
  })
})

describe('limits', () => {
  const nested = (depth: number): Where =>
    depth === 0 ? { field: 'name', op: 'empty' } : { not: nested(depth - 1) }
  const many = (count: number): Where => ({
    or: Array.from({ length: count }, () => ({ field: 'name', op: 'empty' as const })),
  })
  it.each<[string, Omit<Query, 'model'>]>([
    ['depth', { where: nested(100) }],
    ['depth 9', { where: nested(8) }],
    ['conditions', { where: { and: [many(150), many(150)] } }],
    ['list', { where: { field: 'name', op: 'in', value: Array.from({ length: 1001 }, () => 'a') } }],
    ['sorts', { sort: Array.from({ length: 9 }, () => ({ field: 'name', dir: 'asc' as const })) }],
    ['groups', { group: Array.from({ length: 6 }, () => 'name') }],
    ['page 0', { page: { size: 0 } }],
    ['page 501', { page: { size: 501 } }],
    ['page of half', { page: { size: 1.5 } }],
    ['rows', { page: { size: 500 }, expand: { 'item.parent': { page: { size: 500 } } } }],
    ['words', { search: 'a b c d e f g h i' }],
    [
      'levels',
      { expand: { parent: { expand: { parent: { expand: { parent: { expand: { parent: {} } } } } } } } },
    ],
  ])('DO-01: %s is refused before SQL', (_name, part) => {
    expect(refusal({ model: 'item', ...part })).toMatchObject({
      code: 'invalid',
      details: [{ code: 'limit' }],
    })
  })

  it('lets eight levels, 200 conditions and 1,000 values pass', () => {
    expect(() => prepare({ model: 'item', where: nested(7) })).not.toThrow()
    expect(() => prepare({ model: 'item', where: many(199) })).not.toThrow()
    expect(() => prepare({ model: 'item', page: { size: 500 } })).not.toThrow()
  })
})

describe('values', () => {
  it.each<[string, Where]>([
    ['a number for a text', { field: 'name', op: 'eq', value: 5 }],
    ['a text for a number', { field: 'qty', op: 'eq', value: 'many' }],
    ['no value', { field: 'name', op: 'eq' }],
    ['null in a list', { field: 'name', op: 'in', value: [null] }],
    ['one end', { field: 'qty', op: 'between', value: [1] }],
    ['NUL', { field: 'name', op: 'eq', value: 'a\u0000' }],
    ['half a character', { field: 'name', op: 'contains', value: '\ud800' }],
    ['no id', { field: 'parent', op: 'eq', value: "1' or 1=1" }],
    ['a day that does not exist', { field: 'created_at', op: 'gt', value: '2026-02-30' }],
    ['a huge number', { field: 'qty', op: 'eq', value: Number.POSITIVE_INFINITY }],
  ])('are refused with their place: %s', (_name, where) => {
    const { code, details } = refusal({ model: 'item', where: { and: [where] } })
    expect(code).toBe('invalid')
    expect(details).toEqual([
      expect.objectContaining({ path: expect.stringMatching(/^queries\.0\.where\.and\.0\.value/) }),
    ])
  })

  it('refuses what a type cannot be asked', () => {
    expect(refusal({ model: 'item', where: { field: 'qty', op: 'contains', value: 1 } }).code).toBe('invalid')
    expect(refusal({ model: 'item', sort: [{ field: 'note', dir: 'asc' }] }).code).toBe('invalid')
    expect(refusal({ model: 'item', group: ['note'] }).code).toBe('invalid')
    expect(refusal({ model: 'item', aggregate: [{ fn: 'sum', field: 'name', as: 'a' }] }).code).toBe(
      'invalid',
    )
    expect(refusal({ model: 'item', group: ['name'], fields: ['name'] }).code).toBe('invalid')
  })
})

describe('page marks', () => {
  const query: Query = { model: 'item', sort: [{ field: 'name', dir: 'asc' }], page: { size: 1 } }
  const cursor = ['name 1', newId()]
  const found = (count: number) => ({ rows: '{"id": 1}', found: count, cursor: JSON.stringify(cursor) })
  const after = () => shapeResult(prepare(query), found(2)).page.after ?? ''
  const follow = (mark: string, changes: Partial<Query> = {}, who = {}) =>
    prepare({ ...query, ...changes, page: { size: 1, after: mark } }, 'clerk', who)

  it('FP-03: are good for the same person and question only', () => {
    const mark = after()
    expect(follow(mark).after).toEqual(cursor)
    const refused = expect.objectContaining({ code: 'bad_request' })
    expect(() => follow(mark, { sort: [{ field: 'qty', dir: 'asc' }] })).toThrow(refused)
    expect(() => follow(mark, { where: { field: 'name', op: 'empty' } })).toThrow(refused)
    expect(() => follow(mark, {}, { userId: newId() })).toThrow(refused)
    expect(() => follow(mark, {}, { cursorKey: 'other' })).toThrow(refused)
    expect(() => follow(`W10.${mark.split('.')[1]}`)).toThrow(refused)
    for (const forged of ['', 'x', '.', 'WyJhIl0', `${mark}x`.replace('.', '.A')])
      expect(() => follow(forged)).toThrow(refused)
  })

  it('say that there is no further page', () => {
    expect(shapeResult(prepare(query), found(1))).toEqual({
      rows: [{ id: 1 }],
      page: { size: 1, after: null },
    })
  })
})
