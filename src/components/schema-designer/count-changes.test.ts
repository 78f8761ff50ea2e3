import { expect, it } from 'vitest'
import type { Model } from '#contracts/model.ts'
import { countChanges } from './count-changes.ts'
import { fieldProblems, newField } from './field-draft.ts'
import { toSchemaDraft, type SchemaDraft, type Stored } from './schema-source.ts'

const stored = (label = 'Name'): Stored => ({
  kind: 'model',
  model: {
    label: 'Part',
    schema: {
      version: 1,
      fields: [
        { key: 'name', label, type: 'text' },
        { key: 'city', label: 'City', type: 'text' },
      ],
    },
  } as Model,
})

const withFields = (draft: SchemaDraft, fields: SchemaDraft['groups'][number]['fields']): SchemaDraft => ({
  ...draft,
  groups: draft.groups.map((group) => ({ ...group, fields })),
})

it('counts every setting that was changed, and a field that came or went once', () => {
  const before = toSchemaDraft(stored())
  const [name, city] = before.groups[0]?.fields ?? []
  if (!name || !city) throw new Error('The model has two fields.')
  const renamed = { ...name, field: { ...name.field, label: 'Title', required: true } }
  expect(countChanges(before, withFields(before, [renamed, city]))).toBe(2)
  expect(countChanges(before, withFields(before, [city, name]))).toBe(1)
  expect(countChanges(before, withFields(before, [name]))).toBe(1)
  const added = newField('text', 'New', new Set())
  expect(countChanges(before, { ...withFields(before, [renamed, city, added]), strict: true })).toBe(4)
  const untouched = { ...name, field: { ...name.field, required: undefined } }
  expect(countChanges(before, withFields(before, [untouched, city]))).toBe(0)
})

it('a field keeps its line when what is stored comes anew', () => {
  const before = toSchemaDraft(stored())
  const ids = (draft: SchemaDraft) => draft.groups[0]?.fields.map(({ id }) => id)
  expect(ids(toSchemaDraft(stored('Title'), before))).toEqual(ids(before))
})

it('a rule without a condition is not complete', () => {
  const before = toSchemaDraft(stored())
  const [name, city] = before.groups[0]?.fields ?? []
  if (!name || !city) throw new Error('The model has two fields.')
  const begun = { ...name, field: { ...name.field, required_if: '' } }
  const { groups } = withFields(before, [begun, city])
  expect(countChanges(before, withFields(before, [begun, city]))).toBe(1)
  expect([...fieldProblems(groups)]).toEqual([[name.id, 'A rule has no condition yet.']])
})
