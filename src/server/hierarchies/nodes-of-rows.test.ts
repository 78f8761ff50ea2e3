import { expect, it } from 'vitest'
import { nodesOfRows, type NodeRow } from './nodes-of-rows.ts'

const kinds = [{ id: 'k1', name: 'Storey', at_top: false, inside: [] }]
const known = [
  { id: 'a', name: 'House A', code: 'A', path: 'Site / House A' },
  { id: 'b', name: 'House B', code: null, path: 'Site / House B' },
]
const above = (rows: NodeRow[]) => nodesOfRows(rows, known, kinds).drafts.map((draft) => draft.above)
const messages = (rows: NodeRow[]) => nodesOfRows(rows, known, kinds).wrong.map(({ message }) => message)

it('finds what a row is part of by code, path and name, in the list and among what is there', () => {
  expect(
    above([
      { name: 'Floor', parent: 'a' },
      { name: 'Cellar', parent: 'Site / House B' },
      { name: 'Kitchen', parent: 'Flat 1' },
      { name: 'Flat 1', parent: 'Floor' },
    ]),
  ).toEqual(['a', 'b', 3, 0])
})

it('goes by outline numbers where nothing is said, also over a gap', () => {
  const rows = [
    { name: 'House', code: '1' },
    { name: 'Kitchen', code: '1.1.1' },
    { name: 'Floor', code: '1.1' },
    { name: 'Lamp', code: '1.1.1.4.2' },
    { name: 'Garden' },
  ]
  expect(above(rows)).toEqual([null, 2, 0, 1, null])
  expect(nodesOfRows(rows, [], []).drafts.map(({ depth }) => depth)).toEqual([0, 2, 1, 3, 0])
})

it('names the row whose whole or kind is not known, not clear or itself', () => {
  expect(
    messages([
      { name: 'Floor', parent: 'C', kind: 'storey' },
      { name: 'Room', kind: 'Cave' },
    ]),
  ).toEqual([
    'Row 1: nothing is called “C” that it could be part of.',
    'Row 2: this hierarchy has no kind “Cave”.',
  ])
  expect(messages([{ name: 'Flat' }, { name: 'Flat' }, { name: 'Bath', parent: 'Flat' }])).toEqual([
    'Row 3: “Flat” is the name of several: write its code.',
  ])
  expect(
    messages([
      { name: 'Hen', parent: 'Egg' },
      { name: 'Egg', parent: 'Hen' },
    ]),
  ).toEqual(['Row 1: it would be part of itself.', 'Row 2: it would be part of itself.'])
})
