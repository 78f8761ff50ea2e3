import { expect, it } from 'vitest'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import { translateModel } from './translate-model.ts'

const german = new Map([
  ['Estimates', 'Kalkulationen'],
  ['Number', 'Nummer'],
  ['Draft', 'Entwurf'],
  ['Created', 'Angelegt'],
])
const t = (text: string): string => german.get(text) ?? text

const field = (key: string, label: string, more: Partial<FieldDescription> = {}): FieldDescription => ({
  key,
  label,
  type: 'text',
  required: false,
  read_only: false,
  operators: [],
  sortable: true,
  groupable: true,
  aggregates: [],
  ...more,
})
const model = (more: Partial<ModelDescription>): ModelDescription => ({
  key: 'estimates',
  id: '1',
  label: 'Estimates',
  title_field: null,
  fields: [
    field('number', 'Number', { options: [{ value: 'draft', label: 'Draft' }] }),
    field('created_at', 'Created', { system: true }),
    field('rabatt', 'Skonto'),
  ],
  inverses: [{ model: 'lines', field: 'estimate', many: false, label: 'Number', writable: true }],
  can: { create: true, update: true, delete: true, export: true },
  ...more,
})
const words = ({ label, fields }: ModelDescription): string[] => [label, ...fields.map((one) => one.label)]

it('a standard model speaks the language of the reader, the workspace’s own fields stay as they are', () => {
  const read = translateModel(model({ standard: true }), t)
  expect(words(read)).toEqual(['Kalkulationen', 'Nummer', 'Angelegt', 'Skonto'])
  expect(read.fields[0]?.options).toEqual([{ value: 'draft', label: 'Entwurf' }])
  expect(read.inverses?.[0]?.label).toBe('Number')
})

it('a workspace’s own model keeps its words, but for the fields that every model has', () => {
  expect(words(translateModel(model({}), t))).toEqual(['Estimates', 'Number', 'Angelegt', 'Skonto'])
})

it('what points here from a standard model is named by the product', () => {
  const [inverse] = model({}).inverses ?? []
  const inverses = inverse ? [{ ...inverse, standard: true as const }] : []
  expect(translateModel(model({ inverses }), t).inverses?.[0]?.label).toBe('Nummer')
})

it('in a standard model what the workspace named stays as it is, though the product has a word for it', () => {
  const german = new Map([
    ['Open', 'Öffnen'],
    ['Estimates', 'Kalkulationen'],
    ['Number', 'Nummer'],
    ['Draft', 'Entwurf'],
  ])
  const words = (text: string): string => german.get(text) ?? text
  const own = field('stage', 'Open', { own_words: ['Open'], options: [{ value: 'open', label: 'Open' }] })
  const renamed = field('state', 'Number', {
    own_words: ['Open'],
    options: [
      { value: 'open', label: 'Open' },
      { value: 'draft', label: 'Draft' },
    ],
  })
  const read = translateModel(
    model({
      standard: true,
      label: 'Open',
      description: 'Estimates',
      own_words: ['Open'],
      fields: [own, renamed],
    }),
    words,
  )
  expect([read.label, read.description]).toEqual(['Open', 'Kalkulationen'])
  expect(read.fields.map(({ label, options }) => [label, options])).toEqual([
    ['Open', [{ value: 'open', label: 'Open' }]],
    [
      'Nummer',
      [
        { value: 'open', label: 'Open' },
        { value: 'draft', label: 'Entwurf' },
      ],
    ],
  ])
})
