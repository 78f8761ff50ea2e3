import { describe, expect, it } from 'vitest'
import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { compilePermissions } from '../permissions/compile-permissions.ts'
import { normaliseValue } from './normalise-value.ts'
import { validateAttributes, type ValidateOptions } from './validate-attributes.ts'
import { compileWorkspace } from './workspace.ts'

const modelId = newId()
const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})
const fields = [
  field('name', 'text', { required: true, max_length: 10 }),
  field('code', 'text', { unique: true, pattern: '^[A-Z]+-[0-9]+$' }),
  field('price', 'money', { scale: 2, min: 0, max: '1000' }),
  field('kind', 'select', { options: ['red', { value: 'green', label: 'Green' }], default: 'red' }),
  field('supplier', 'relation', { target: 'supplier' }),
  field('owners', 'user', { many: true }),
  field('plan', 'file'),
  field('cost', 'decimal', { required: true, default: '1.50' }),
  field('secret', 'text', { required: true }),
]
const rule = { read_roles: ['owner'], write_roles: ['owner'] }
const workspace = (strict: boolean) =>
  compileWorkspace(newId(), newId(), [
    {
      kind: 'model',
      id: modelId,
      key: 'item',
      created_at: '',
      body: { label: 'Item', schema: { version: 1, fields: fields.slice(0, 8), strict } },
    },
    {
      kind: 'model',
      id: newId(),
      key: 'guarded',
      created_at: '',
      body: { label: 'G', schema: { version: 1, fields } },
    },
    {
      kind: 'field_permissions',
      id: newId(),
      key: 'guarded',
      created_at: '',
      body: { fields: { secret: rule } },
    },
  ])
const open = workspace(false)
const modelOf = (of = open, key = 'item') => {
  const model = of.models.get(key)
  if (!model) throw new Error(key)
  return model
}

const write = (
  incoming: Record<string, unknown>,
  existing: Record<string, unknown> | null = null,
  added: Field[] = [],
  model = modelOf(),
  options: ValidateOptions = {},
) => validateAttributes(model, added, incoming, existing, options)

function problems(run: () => unknown): ErrorDetail[] {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error.details as ErrorDetail[]
    throw error
  }
  return []
}
const codes = (run: () => unknown) => problems(run).map(({ path, code }) => `${path} ${code}`)

describe('a write', () => {
  it('[V-08] merges, fills in defaults and says what changed', () => {
    const made = write({ name: 'Wall', price: '7.5', free: { a: [1] } })
    expect(made.attributes).toEqual({
      name: 'Wall',
      price: '7.50',
      kind: 'red',
      cost: '1.5',
      free: { a: [1] },
    })
    expect(new Set(made.changed)).toEqual(new Set(['name', 'price', 'kind', 'cost', 'free']))
    const edited = write({ price: '7.500', kind: undefined, cost: 2 }, made.attributes)
    expect(edited.attributes).toEqual({ ...made.attributes, cost: '2' })
    expect(edited.changed).toEqual(['cost'])
  })

  it('[V-08] leaves absent keys unchanged and clears null ones', () => {
    const before = { name: 'Wall', price: '7.50', free: 1, kind: 'violet' }
    const { attributes, changed } = write({ price: null, name: 'Wall' }, before)
    expect(attributes).toEqual({ name: 'Wall', free: 1, kind: 'violet' })
    expect(changed).toEqual(['price'])
    expect(write({ price: '7.5' }, before).changed).toEqual([])
  })

  it('[V-08] names every problem at once', () => {
    const bad = { name: '', price: '-1', kind: 'violet', code: 'x', supplier: 'x', plan: ['x'], cost: 'x' }
    expect(codes(() => write(bad))).toEqual([
      'attributes.kind option',
      'attributes.cost type',
      'attributes.price min',
      'attributes.code pattern',
      'attributes.supplier type',
      'attributes.plan type',
      'attributes.name required',
    ])
  })

  it('asks for required fields on create, and on update only when they are cleared', () => {
    expect(codes(() => write({}))).toEqual(['attributes.name required'])
    expect(codes(() => write({ price: '1' }, { price: '2' }))).toEqual([])
    expect(codes(() => write({ name: null }, { name: 'a' }))).toEqual(['attributes.name required'])
  })

  it('lists what must be unique and what must exist', () => {
    const [one, two] = [newId(), newId()]
    const incoming = {
      name: 'a',
      code: 'AB-1',
      supplier: one.toUpperCase(),
      owners: [two, two],
      plan: { id: one },
    }
    const { unique, references, files } = write(incoming)
    expect(unique).toEqual([{ key: 'code', value: 'AB-1' }])
    expect(references).toEqual([
      { key: 'supplier', model: 'supplier', ids: [one] },
      { key: 'owners', model: 'sys_member', ids: [two] },
    ])
    expect(files).toEqual([{ key: 'plan', ids: [one] }])
    expect(write({ price: '1' }, incoming).unique).toEqual([])
  })

  it('FP-22: does not ask for, or name, a field the writer may not write', () => {
    const guarded = modelOf(open, 'guarded')
    const as = (role: string) => ({ access: compilePermissions(open, role) })
    expect(codes(() => write({ name: 'a' }, null, [], guarded, as('member')))).toEqual([])
    expect(codes(() => write({ name: 'a' }, null, [], guarded, as('owner')))).toEqual([
      'attributes.secret required',
    ])
  })

  it("takes the archetype's fields, the model's own first", () => {
    const added = [field('name', 'integer'), field('depth', 'integer', { required: true })]
    expect(codes(() => write({ name: 'a' }, null, added))).toEqual(['attributes.depth required'])
    expect(write({ name: 'a', depth: 2 }, null, added, modelOf(workspace(true))).attributes.depth).toBe(2)
  })
})

describe('free keys', () => {
  it('[V-08] are kept unless the model is strict', () => {
    expect(write({ name: 'a', other: 1 }).attributes.other).toBe(1)
    expect(codes(() => write({ name: 'a', other: 1 }, null, [], modelOf(workspace(true))))).toEqual([
      'attributes.other unknown_key',
    ])
  })

  it('EX-02: cannot reach a prototype or the system', () => {
    const evil = JSON.parse(
      '{"name":"a","__proto__":{"x":1},"constructor":1,"id":"1","tenant_id":"1","":1}',
    ) as object
    expect(codes(() => write(evil as Record<string, unknown>))).toEqual([
      'attributes.__proto__ key',
      'attributes.constructor key',
      'attributes.id system_key',
      'attributes.tenant_id system_key',
      'attributes. key',
    ])
    expect(
      codes(() => write({ name: 'a', deep: JSON.parse('{"b":[{"__proto__":1}]}') as unknown })),
    ).toHaveLength(1)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('are bounded together', () => {
    const half = 'x'.repeat(40_000)
    expect(write({ name: 'a', one: half }).attributes.one).toBe(half)
    expect(codes(() => write({ name: 'a', one: half, two: half }))).toEqual(['attributes.one limit'])
    expect(codes(() => write({ two: half }, { name: 'a', one: half }))).toEqual(['attributes.two limit'])
    expect(codes(() => write({ name: 'b' }, { name: 'a', one: half, two: half }))).toEqual([])
    let deep: unknown = 1
    for (let level = 0; level < 1000; level++) deep = [deep]
    expect(codes(() => write({ name: 'a', deep }))).toEqual(['attributes.deep json'])
    expect(codes(() => write({ name: 'a', big: 1e300 }))).toEqual(['attributes.big json'])
  })
})

describe('values of a type', () => {
  const id = newId()
  const good: Record<string, [Field, unknown, unknown][]> = {
    numbers: [
      [field('a', 'number'), 0.1 + 0.2, 0.3],
      [field('a', 'number'), -0, 0],
      [field('a', 'integer'), 999_999_999_999_999, 999_999_999_999_999],
      [field('a', 'decimal'), '0012.3400', '12.34'],
      [field('a', 'decimal'), 1.5, '1.5'],
      [field('a', 'decimal'), '-0.0', '0'],
      [field('a', 'money', { scale: 2 }), '12', '12.00'],
      [
        field('a', 'decimal'),
        '123456789012345678901234567890.123456789012345678',
        '123456789012345678901234567890.123456789012345678',
      ],
    ],
    times: [
      [field('a', 'date'), '2024-02-29', '2024-02-29'],
      [field('a', 'datetime'), '2026-03-01T12:30:00+02:00', '2026-03-01T10:30:00.000Z'],
      [field('a', 'datetime'), '2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
    ],
    texts: [
      [field('a', 'text', { max_length: 2 }), '😀😀', '😀😀'],
      [field('a', 'email'), 'a@b.example', 'a@b.example'],
      [field('a', 'url'), 'https://example.com/?q=1', 'https://example.com/?q=1'],
      [field('a', 'multi_select', { options: ['x', 'y'] }), ['y', 'y', 'x'], ['y', 'x']],
      [field('a', 'multi_select', { options: ['x'], open: true }), ['x', 'own', 'x'], ['x', 'own']],
      [field('a', 'select'), 'anything', 'anything'],
    ],
    links: [
      [field('a', 'relation'), id.toUpperCase(), id],
      [field('a', 'user', { many: true }), [id, id], [id]],
      [field('a', 'image'), id, [{ id, name: '', type: '', size: 0 }]],
      [field('a', 'json'), { x: [1, null, 'y'] }, { x: [1, null, 'y'] }],
    ],
  }
  for (const [name, list] of Object.entries(good))
    it(`takes ${name}`, () => {
      for (const [of, value, stored] of list) expect(normaliseValue(of, value)).toEqual({ value: stored })
    })

  it.each<[Field['type'], unknown[]]>([
    ['text', [5, true, {}, ['a'], 'a\u0000', '\ud800', 'x'.repeat(10_001)]],
    ['email', ['a', 'a@b', 'a b@c.de', '<a@b.de>']],
    ['phone', ['abc', '1', '+49 abc']],
    ['url', ['javascript:alert(1)', 'data:text/html,x', '//evil', 'http://', 'ftp://a.b', 'https:// a']],
    ['number', ['1', Number.NaN, Number.POSITIVE_INFINITY, 1e15, 1e-16]],
    ['integer', [1.5, 1e15, '1']],
    ['decimal', ['1e5', '1,5', ' 1', '.5', '1'.repeat(31), 1e15, 1e21, Number.NaN, 0.1 + 0.2]],
    ['boolean', ['true', 1, 0]],
    ['date', ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', 20260101]],
    ['datetime', ['2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:00:00', '2026-01-01']],
    ['select', [5, ['a'], 'x'.repeat(201)]],
    ['multi_select', ['a', [5], [['a']]]],
    ['relation', ['x', 5, [newId()], {}]],
    ['user', ['x', 5]],
    ['file', ['x', [{}], [{ id: 'x' }]]],
    ['json', ['\u0000', { __proto__x: '\ud800' }, { a: Number.POSITIVE_INFINITY }]],
  ])('refuses what is no %s', (type, values) => {
    for (const value of values) expect(normaliseValue(field('a', type), value)).toHaveProperty('code')
  })

  it('keeps to the limits of the field', () => {
    expect(normaliseValue(field('a', 'money', { scale: 2 }), '1.005')).toHaveProperty('code', 'scale')
    expect(normaliseValue(field('a', 'number', { max: 5 }), 5.1)).toHaveProperty('code', 'max')
    expect(normaliseValue(field('a', 'date', { min: '2026-01-01' }), '2025-12-31')).toHaveProperty(
      'code',
      'min',
    )
    expect(normaliseValue(field('a', 'text', { pattern: '(' }), 'a')).toHaveProperty('code', 'pattern')
  })

  it('EX-05: matches patterns in linear time', () => {
    const begun = performance.now()
    normaliseValue(field('a', 'text', { pattern: '^(a+)+$' }), `${'a'.repeat(5000)}!`)
    expect(performance.now() - begun).toBeLessThan(500)
  })

  it('empties every type alike', () => {
    for (const type of fieldTypeNames)
      for (const value of [null, '', []])
        expect(normaliseValue(field('a', type), value)).toEqual({ value: null })
  })
})
