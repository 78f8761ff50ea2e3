import { expect, it } from 'vitest'
import type { ModelDescription } from '#contracts/model-description.ts'
import { columnsTaken, withColumns } from './question-columns.ts'

const model = {
  fields: [
    { key: 'code', label: 'Code' },
    { key: 'price', label: 'Price' },
    { key: 'supplier', label: 'Supplier' },
    { key: 'revision', label: 'Revision', system: true },
  ],
} as unknown as ModelDescription

it('an export takes the own fields of a model, or the columns that were chosen in their order', () => {
  const all = columnsTaken(model, null)
  expect(all.filter(({ taken }) => taken).map(({ key }) => key)).toEqual(['code', 'price', 'supplier'])
  expect(all.at(-1)).toEqual({ key: 'revision', label: 'Revision', taken: false })
  const some = columnsTaken(model, ['supplier.city', 'code'])
  expect(some.map(({ label, taken }) => [label, taken])).toEqual([
    ['Supplier › city', true],
    ['Code', true],
    ['Price', false],
    ['Supplier', false],
    ['Revision', false],
  ])
  expect(withColumns(some, 'price', true)).toEqual(['supplier.city', 'code', 'price'])
  expect(withColumns(some, 'code', false)).toEqual(['supplier.city'])
})
