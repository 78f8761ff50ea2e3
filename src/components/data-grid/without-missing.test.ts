import { expect, it } from 'vitest'
import type { Sort, Where } from '#contracts/query.ts'
import { asDescription } from '../field/as-description.ts'
import { withoutMissing, type Narrowed } from './without-missing.ts'

const model = { fields: [asDescription({ key: 'name', label: 'Name', type: 'text' })] }
const narrowed = (sort: readonly Sort[], filters: Where | null): Narrowed => ({
  grid: { settings: { sort }, change: () => undefined } as unknown as Narrowed['grid'],
  model,
  filters,
  onFilters: () => undefined,
})
const name: Where = { field: 'name', op: 'contains', value: 'a' }
const gone: Where = { field: 'kind.title', op: 'eq', value: 'A' }

it('leaves conditions and orders out that name what the model does not have, and the rest as it is', () => {
  const sort: Sort[] = [
    { field: 'kind', dir: 'asc' },
    { field: 'name', dir: 'desc' },
  ]
  expect(withoutMissing(narrowed(sort, { and: [{ or: [gone, name] }, { not: gone }] }))).toEqual({
    sort: [{ field: 'name', dir: 'desc' }],
    filters: { and: [{ or: [name] }] },
  })
  expect(withoutMissing(narrowed([], { not: gone }))).toEqual({ sort: [], filters: null })
})

it('has nothing to offer where everything is there', () => {
  expect(withoutMissing(narrowed([{ field: 'name', dir: 'asc' }], name))).toBeNull()
  expect(withoutMissing(narrowed([], null))).toBeNull()
})
