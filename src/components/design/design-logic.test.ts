import { describe, expect, it } from 'vitest'
import type { ListedModel } from '#contracts/model.ts'
import type { StagedImport } from '#contracts/api/imports.ts'
import { importRunSchema } from '#contracts/api/imports.ts'
import { fieldSchema } from '#contracts/field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { manageAreas, verbs as allVerbs } from '#contracts/role.ts'
import { ruleChanges, toRules, withRight } from '../permission-matrix/field-rules.ts'
import { memberGrants, withVerb } from '../grant-matrix/role-draft.ts'
import { areas, verbs } from '../grant-matrix/role-parts.ts'
import { firstPlan, planProblem, toRun } from '../import-wizard/import-plan.ts'
import { matched } from '../import-wizard/match-columns.ts'
import { namedForReader } from '#engine/data/named-for-reader.ts'
import { cleanField, fieldProblems, newField, withType } from '../schema-designer/field-draft.ts'
import { chartData } from '../chart/chart-data.ts'

describe('[P-03] rules of fields', () => {
  const before = toRules(
    [{ model_id: 'm', field_key: 'cost', read_roles: ['owner', 'finance'], write_roles: ['owner'] }],
    'm',
    ['name', 'cost', '*'],
  )
  it('no entry means open; only what changed is written', () => {
    expect(before['name']).toBeNull()
    expect(ruleChanges(before, before, 'm')).toEqual({ write: [], remove: [] })
    expect(
      ruleChanges(before, { ...before, cost: { read: ['finance', 'owner'], write: ['owner'] } }, 'm'),
    ).toEqual({ write: [], remove: [] })
    expect(ruleChanges(before, { ...before, cost: null, name: { read: [], write: [] } }, 'm')).toEqual({
      write: [{ model_id: 'm', field_key: 'name', read_roles: [], write_roles: [] }],
      remove: ['cost'],
    })
  })
  it('who writes also reads; who may not read may not write', () => {
    const rule = { read: ['owner'], write: ['owner'] }
    expect(withRight(rule, 'member', 'write', true)).toEqual({
      read: ['owner', 'member'],
      write: ['owner', 'member'],
    })
    expect(withRight(rule, 'owner', 'read', false)).toEqual({ read: [], write: [] })
  })
})

describe('grants of a role', () => {
  it('names every verb and area of the contract', () => {
    expect(verbs).toEqual([...allVerbs])
    expect(areas).toEqual([...manageAreas])
  })
  it('nothing is done to records that cannot be read', () => {
    expect(withVerb({ verbs: [] }, 'update', true).verbs).toEqual(['read', 'update'])
    expect(withVerb(memberGrants['*'], 'read', false).verbs).toEqual([])
  })
})

describe('fields while they are designed', () => {
  it.each(fieldTypeNames)('%s: a new field meets the contract once it is complete', (type) => {
    const { field } = newField(type, 'Größe (m²)', new Set(['groesse_m2']))
    const complete = { ...plainFields([field])[0]!, ...(type === 'relation' && { target: 'suppliers' }) }
    expect(complete.key).toBe('groesse_m2_2')
    expect(fieldSchema.safeParse(cleanField(complete)).error).toBeUndefined()
    expect(
      fieldSchema.safeParse(cleanField(withType({ ...complete, min: 1, options: ['a'], unit: 'kg' }, 'text')))
        .success,
    ).toBe(true)
  })
  it('says what is missing', () => {
    const line = (id: string, field: object) => ({
      id,
      fresh: true,
      field: { key: 'a', label: 'A', type: 'text' as const, ...field },
    })
    const problems = fieldProblems([
      {
        key: 'g',
        label: '',
        fields: [
          line('1', {}),
          line('2', {}),
          line('3', { key: 'b', type: 'select', options: [] }),
          line('4', { key: 'c', label: ' ' }),
        ],
      },
    ])
    expect([...problems.keys()]).toEqual(['1', '2', '3', '4'])
  })
})

describe('the plan of an import', () => {
  const column = (key: string, more: object = {}) => ({
    key,
    label: key,
    type: 'text' as const,
    unique: false,
    required: false,
    empty: 0,
    samples: [],
    confidence: 1,
    ...more,
  })
  const staged: StagedImport = {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'price_book-2026.xlsx',
    format: 'xlsx',
    rows: 3,
    looked: 3,
    preview: [],
    before: [],
    columns: [
      column('Code', { unique: true, code: true }),
      column('Preis', { type: 'money', currency: 'EUR', scale: 2 }),
      column('Leer', { empty: 3 }),
    ],
  }
  it('a new list: every column a field, empty ones left out', () => {
    const plan = firstPlan(staged, null)
    expect(plan.label).toBe('Price book 2026')
    const run = importRunSchema.parse(toRun(plan, staged, { language: 'de', zone: 'Europe/Berlin' }))
    expect(run.zone).toBe('Europe/Berlin')
    expect(run.target).toEqual({
      new_model: { key: 'price_book_2026', label: 'Price book 2026', icon: 'table' },
    })
    expect(run.columns).toEqual([
      { source: 'Code', field: { key: 'code', label: 'Code', type: 'text', unique: true } },
      { source: 'Preis', field: { key: 'preis', label: 'Preis', type: 'money', scale: 2, currency: 'EUR' } },
      { source: 'Leer', skip: true },
    ])
    expect(planProblem(plan)).toBeNull()
    expect(planProblem({ ...plan, label: ' ' })).not.toBeNull()
  })
  it('into a model: columns find their fields by name; each field is filled once', () => {
    const describe = (key: string, label: string) => ({
      key,
      label,
      type: 'text' as const,
      required: false,
      read_only: false,
      operators: [],
      sortable: true,
      groupable: true,
      aggregates: [],
    })
    const plan = matched({ ...firstPlan(staged, 'items'), model: 'items' }, [
      describe('code', 'Code'),
      describe('price', 'Preis'),
    ])
    expect(plan.columns.map(({ to, skip }) => [to, skip])).toEqual([
      ['code', false],
      ['price', false],
      [null, true],
    ])
    expect(
      importRunSchema.parse(toRun({ ...plan, key: 'code' }, staged, { language: 'en', zone: undefined })),
    ).toMatchObject({
      target: { model: 'items' },
      key: 'code',
    })
    const twice = { ...plan, columns: plan.columns.map((one) => ({ ...one, to: 'code', skip: false })) }
    expect(planProblem(twice)).toContain('same field')
  })
})

describe('models to choose from', () => {
  const model = (key: string, label: string, ours?: true) =>
    ({ key, label, ...(ours && { ours }) }) as ListedModel
  it('are called in the reader’s language where the product named them, and told apart by key', () => {
    const models = [
      model('suppliers', 'Suppliers', true),
      model('own', 'Suppliers'),
      model('makers', 'Lieferanten'),
      model('areas', 'Räume'),
    ]
    const named = namedForReader(models, 'de', (text) => (text === 'Suppliers' ? 'Lieferanten' : text))
    expect(named.map(({ key, label }) => [key, label])).toEqual([
      ['makers', 'Lieferanten (makers)'],
      ['suppliers', 'Lieferanten (suppliers)'],
      ['areas', 'Räume'],
      ['own', 'Suppliers'],
    ])
  })
})

describe('data of a chart', () => {
  const question = {
    model: 'm',
    split: null,
    where: null,
    search: null,
    order: 'value' as const,
    aggregate: { fn: 'sum' as const, field: 'price' },
    group: {
      key: 'kind',
      label: 'Kind',
      type: 'select' as const,
      required: false,
      read_only: false,
      operators: [],
      sortable: true,
      groupable: true,
      aggregates: [],
    },
  }
  it('keeps the largest and sums the rest exactly', () => {
    const rows = [
      ['a', '0.1'],
      ['b', '10.2'],
      ['c', '0.2'],
      ['d', null],
    ].map(([kind, value]) => ({ kind, value }))
    const { points } = chartData(rows, question, 1)
    expect(points.map(({ value, values }) => [value, values['']])).toEqual([
      ['b', '10.2'],
      [undefined, '0.3'],
    ])
  })
  it('leaves the rest out where it cannot be added up', () => {
    const rows = ['a', 'b'].map((kind) => ({ kind, value: '1' }))
    expect(chartData(rows, { ...question, aggregate: { fn: 'avg', field: 'price' } }, 1).points).toHaveLength(
      1,
    )
  })
})
