import { expect, it } from 'vitest'
import { nodeSorts } from './node-sorts.ts'

const known = [
  { id: 'a', parent: null, sort: '000004' },
  { id: 'b', parent: null, sort: '000009' },
  { id: 'c', parent: 'a', sort: 'North' },
  { id: 'd', parent: 'b', sort: null },
  { id: 'e', parent: null, sort: null },
]

it('puts new nodes after their siblings, in the order of the list', () => {
  expect(nodeSorts(['a', 'new', 'a', 'new'], known)).toEqual({
    sorts: ['North000001', '000001', 'North000002', '000002'],
    given: new Map(),
  })
  expect(nodeSorts([null], [{ id: 'z', parent: null, sort: '999999' }]).sorts).toEqual(['999999000001'])
})

it('gives siblings that have no order one, before what is new', () => {
  expect(nodeSorts([null], known)).toEqual({ sorts: ['000011'], given: new Map([['e', { sort: '000010' }]]) })
})
