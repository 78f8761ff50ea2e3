import { describe, expect, it } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { besideFields, keyOf, plainErrors, serverErrors, summaryOf } from './form-errors.ts'
import { baseOf, changedValues, startValues, toFormValues } from './form-values.ts'

const name: FieldDescription = {
  key: 'name',
  label: 'Name',
  type: 'text',
  required: true,
  read_only: false,
  operators: [],
  sortable: true,
  groupable: true,
  aggregates: [],
}
const fields = new Map([
  ['name', name],
  ['price', { ...name, key: 'price', label: 'Price', type: 'money' as const, scale: 2 }],
])

describe('the values of a form', () => {
  it('a record: relations as ids, nothing empty', () => {
    const row = {
      name: 'A',
      supplier: { id: 's', name: 'S' },
      tags: [{ id: 't' }],
      note: null,
      files: [{ id: 'f', name: 'a', size: 1 }],
    }
    expect(toFormValues(row, ['name', 'supplier', 'tags', 'note', 'files'])).toEqual({
      name: 'A',
      supplier: 's',
      tags: ['t'],
      files: row.files,
    })
  })
  it('only what changed is sent, cleared as null, with what was seen', () => {
    const before = { name: 'A', price: '1.50', note: 'x' }
    const after = { name: 'A', price: '2.00' }
    const changed = changedValues(before, after, ['name', 'price', 'note'])
    expect(changed).toEqual({ price: '2.00', note: null })
    expect(baseOf(before, Object.keys(changed))).toEqual({ price: '1.50', note: 'x' })
  })
  it('a new record begins with defaults, and over them what the screen gives', () => {
    const schema = { properties: { state: { default: 'new' }, name: {}, unit: { default: 'm' } } }
    expect(startValues(schema, { unit: 'kg', name: null })).toEqual({ state: 'new', unit: 'kg' })
  })
})

describe('what is wrong with a form', () => {
  it('says it in the words of the field, once', () => {
    const errors = plainErrors(
      [
        { name: 'required', property: '.name' },
        { name: 'pattern', property: '.price' },
        { name: 'const', property: '.price' },
        { name: 'const', property: '.price' },
      ].map((error) => ({ ...error, stack: '' })),
      fields,
    )
    expect(errors.map(({ message }) => message)).toEqual([
      'Fill in Name.',
      'Price: enter a number with at most 2 digits after the point.',
      'Price: choose one of the list.',
    ])
    expect(keyOf('.lines.0.price')).toBe('lines')
    expect(keyOf("['first-name']")).toBe('first-name')
  })
  it('puts refusals of the server beside their fields', () => {
    const error = new ApiError(422, 'invalid', 'x', {
      details: [
        { path: 'attributes.name', code: 'not_unique', message: 'Taken.' },
        { path: 'row', code: 'x', message: 'No.' },
      ],
    })
    const found = serverErrors(error, ['name'])
    expect(found).toMatchObject([
      { key: 'name', message: 'Taken.' },
      { key: null, message: 'No.' },
    ])
    expect(besideFields(found)).toEqual({ name: { __errors: ['Taken.'] } })
  })
  it('says what is about several fields together once above the form, and beside each of them', () => {
    const together = {
      code: 'not_unique',
      message: 'Another record has the same values together: “Name”, “City”.',
      text: 'Another record has the same values together: “{{fields}}”.',
      values: { fields: { names: ['Name', 'City'] } },
    }
    const taken = { code: 'not_unique', message: 'This value is used already.' }
    const details = [
      { path: 'name', ...together },
      { path: 'city', ...together },
      { path: 'name', ...taken },
      { path: 'city', ...taken },
    ]
    const found = serverErrors(new ApiError(422, 'invalid', 'x', { details }), ['name', 'city'])
    expect(Object.keys(besideFields(found))).toEqual(['name', 'city'])
    expect(summaryOf(found).map(({ key, message }) => [key, message])).toEqual([
      ['name', together.message],
      ['name', taken.message],
      ['city', taken.message],
    ])
  })
})
