import { expect, it } from 'vitest'
import type { EarlierImport, StagedImport } from '#contracts/api/imports.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { newChoices, withChoices } from './new-choices.ts'
import { firstPlan, mayBecome, toRun, unfilled } from './import-plan.ts'
import { asBefore, matched } from './match-columns.ts'

const fields = ['code', 'name'].map((key) => ({ key, label: key, type: 'text' })) as FieldDescription[]

const earlier: EarlierImport = {
  model: 'article',
  columns: [
    { source: 'art_no', to: 'code' },
    { source: 'what', to: 'name' },
    { source: 'gone', to: 'colour' },
    { source: 'name', skip: true },
  ],
  mode: 'skip_bad',
  key: 'code',
  conflicts: 'ask',
}
const staged: StagedImport = {
  id: '1',
  name: 'week-2.csv',
  format: 'csv',
  rows: 1,
  looked: 1,
  columns: ['name', 'art_no', 'what', 'gone'].map((key) => ({
    key,
    label: key,
    type: 'text',
    unique: false,
    required: false,
    empty: 0,
    samples: [],
    confidence: 1,
  })),
  preview: [],
  before: [earlier],
}

it('goes where the last file with these columns went, unless the screen is of one model', () => {
  expect(firstPlan(staged, null).model).toBe('article')
  expect(firstPlan(staged, 'supplier').model).toBe('supplier')
})

it('fills the fields that the last such file filled, as far as they are still there', () => {
  const plan = asBefore(firstPlan(staged, null), fields, earlier)
  expect(plan.columns.map(({ source, to, skip }) => [source, to, skip])).toEqual([
    ['name', null, true],
    ['art_no', 'code', false],
    ['what', 'name', false],
    ['gone', null, true],
  ])
  expect(plan).toMatchObject({ mode: 'skip_bad', key: 'code', conflicts: 'ask', matchedTo: 'article' })
})

it('the code of the file fills the one code that records need, whatever it is called', () => {
  const file = {
    ...staged,
    before: [],
    columns: staged.columns.map((column) => ({ ...column, unique: true, code: column.key === 'art_no' })),
  }
  const described = fields.map((field) => ({ ...field, required: true, unique: field.key === 'code' }))
  const { columns } = matched(firstPlan(file, 'article'), described)
  expect(columns.map(({ source, to }) => [source, to])).toEqual([
    ['name', 'name'],
    ['art_no', 'code'],
    ['what', null],
    ['gone', null],
  ])
})

it('a status keeps the choices that stand in the file', () => {
  const [column] = staged.columns
  const found = {
    ...column!,
    key: 'zustand',
    label: 'Zustand',
    type: 'status' as const,
    options: ['gut', 'schlecht'],
  }
  const file = { ...staged, columns: [found], before: [] }
  expect(toRun(firstPlan(file, null), file, { language: 'de', zone: undefined }).columns).toEqual([
    {
      source: 'zustand',
      field: { key: 'zustand', label: 'Zustand', type: 'status', options: ['gut', 'schlecht'] },
    },
  ])
})

it('a column that is made one of choices by hand offers what stands in it', () => {
  const [column] = staged.columns
  const found = {
    ...column!,
    key: 'kind',
    label: 'Kind',
    type: 'text' as const,
    values: ['wood', 'wood; steel'],
  }
  const file = { ...staged, columns: [found], before: [] }
  const run = (type: 'select' | 'multi_select') => {
    const plan = firstPlan(file, null)
    const columns = plan.columns.map((one) => ({ ...one, type }))
    return toRun({ ...plan, columns }, file, { language: 'de', zone: undefined }).columns?.[0]
  }
  expect(run('select')).toMatchObject({ field: { type: 'select', options: ['wood', 'wood; steel'] } })
  expect(run('multi_select')).toMatchObject({ field: { type: 'multi_select', options: ['wood', 'steel'] } })
  expect(mayBecome('select', found)).toBe(true)
  expect(mayBecome('select', { ...column!, type: 'text' })).toBe(false)
})

it('tells which fields of the model no column fills although every record needs them', () => {
  const field = (key: string, more: object) => ({ key, label: key.toUpperCase(), type: 'text', ...more })
  const described = [
    field('name', { required: true }),
    field('code', { required: true }),
    field('note', { required: false }),
    field('id', { required: true, read_only: true, system: true }),
  ] as FieldDescription[]
  const plan = matched({ ...firstPlan({ ...staged, before: [] }, 'part'), columns: [] }, described)
  expect(unfilled(plan, described)).toEqual(['NAME', 'CODE'])
  const [column] = firstPlan(staged, 'part').columns
  expect(unfilled({ ...plan, columns: [{ ...column!, to: 'name', skip: false }] }, described)).toEqual([
    'CODE',
  ])
  expect(unfilled({ ...plan, model: null }, described)).toEqual([])
})

it('says what the file has that a field does not offer to choose, and adds it after what there is', () => {
  const unit = {
    key: 'unit',
    label: 'Unit',
    type: 'select',
    options: ['m2', { value: 'pcs', label: 'Stück' }],
  } as const
  const tags = { key: 'tags', label: 'Tags', type: 'multi_select', options: ['new'] } as const
  const described = [unit, tags, { ...tags, key: 'free', open: true }] as unknown as FieldDescription[]
  const column = staged.columns[0]!
  const file: StagedImport = {
    ...staged,
    before: [],
    columns: [
      { ...column, key: 'unit', label: 'unit', values: ['M2', 'STÜCK', 'kg', 't'] },
      { ...column, key: 'tags', label: 'tags', values: ['new; heavy', 'heavy'] },
      { ...column, key: 'free', label: 'free', values: ['whatever'] },
    ],
  }
  const plan = matched(firstPlan(file, 'article'), described)
  const found = newChoices(plan, file, described)
  expect(found).toEqual([
    { key: 'unit', label: 'Unit', values: ['kg', 't'] },
    { key: 'tags', label: 'Tags', values: ['heavy'] },
  ])
  const added = withChoices([unit, tags] as never, found)
  expect(added).toMatchObject([{ options: [...unit.options, 'kg', 't'] }, { options: ['new', 'heavy'] }])
  expect(
    newChoices({ ...plan, columns: plan.columns.map((one) => ({ ...one, skip: true })) }, file, described),
  ).toEqual([])
})
