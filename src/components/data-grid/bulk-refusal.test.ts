import { expect, it } from 'vitest'
import { ApiError } from '#engine/data/api-error.ts'
import { refusalOf } from './bulk-refusal.ts'

const names = new Map([
  ['1', 'Brick'],
  ['2', 'Beam'],
  ['3', null],
])
const ids = [...names.keys()]
const refused = (...paths: string[]) =>
  new ApiError(422, 'invalid', 'Some values are not valid.', {
    details: paths.map((path) => ({ path, code: 'not_unique', message: 'This value is taken.' })),
  })
const read = (error: unknown) => refusalOf(error, 'code', ids, (id) => names.get(id) ?? null)

it('names the records to blame, where not all of them are', () => {
  const text = 'This value is taken.'
  expect(read(refused('update.1.values.code', 'update.1.values.code'))).toEqual({ text, names: ['Beam'] })
  expect(read(refused('update.1.values.code', 'update.2.values.code'))).toEqual({ text, names: ['Beam'] })
  expect(read(refused(...ids.map((_, at) => `update.${at}.values.code`)))).toEqual({ text, names: [] })
})

it('names the records that somebody else changed meanwhile', () => {
  const error = new ApiError(412, 'edit_conflict', 'Somebody else changed this.', {
    details: { fields: {}, records: [{ id: '2', title: 'Beam', fields: {} }] },
  })
  expect(read(error)).toEqual({ text: expect.stringContaining('in place of theirs'), names: ['Beam'] })
})

it('says without names what is about none of them', () => {
  expect(read(new Error('?'))).toEqual({ text: 'It could not be saved.', names: [] })
})
