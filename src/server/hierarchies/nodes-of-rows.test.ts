import { expect, it } from 'vitest'
import { nodesOfRows, type NodeRow } from './nodes-of-rows.ts'

const kinds = [
  { id: 'k1', name: 'Storey', at_top: false, inside: [] },
  { id: 'k2', name: 'House', at_top: true, inside: [] },
]
const known = [
  { id: 'a', name: 'House A', code: 'A', parent: null, kind: 'k2', path: 'Site / House A' },
  { id: 'b', name: 'House B', code: null, parent: null, kind: null, path: 'Site / House B' },
]
const above = (rows: NodeRow[]) => nodesOfRows(rows, known, kinds, null).drafts.map((draft) => draft.above)
const messages = (rows: NodeRow[]) =>
  nodesOfRows(rows, known, kinds, null).wrong.map(({ message }) => message)

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
  expect(nodesOfRows(rows, [], [], null).drafts.map(({ depth }) => depth)).toEqual([0, 2, 1, 3, 0])
})

it('names the row whose whole or kind is not known, not clear or itself', () => {
  expect(
    messages([
      { name: 'Floor', parent: 'C', kind: 'storey' },
      { name: 'Room', kind: 'Cave' },
    ]),
  ).toEqual(['Nothing is called “C” that it could be part of.', 'This hierarchy has no kind “Cave”.'])
  expect(messages([{ name: 'Flat' }, { name: 'Flat' }, { name: 'Bath', parent: 'Flat' }])).toEqual([
    '“Flat” is the name of several: write its code.',
  ])
  expect(
    messages([
      { name: 'Hen', parent: 'Egg' },
      { name: 'Egg', parent: 'Hen' },
    ]),
  ).toEqual(['It would be part of itself.', 'It would be part of itself.'])
})

it('names the row whose kind may not stand where it is put, once it is clear where that is', () => {
  expect(
    messages([
      { name: 'Top', kind: 'Storey' },
      { name: 'Ground', kind: 'Storey', parent: 'House A' },
      { name: 'Free', kind: 'Storey', parent: 'House B' },
      { name: 'Lost', kind: 'Storey', parent: 'House C' },
    ]),
  ).toEqual([
    'Nothing is called “House C” that it could be part of.',
    '“Top” is a Storey, which may not stand at the top.',
    '“Ground” is a Storey, which may not stand in a House.',
  ])
})

const node = (id: string, code: string, parent: string | null, path: string) => ({
  id,
  name: `Node ${id}`,
  code,
  parent,
  kind: null,
  path,
})
const tree = [
  node('one', '1', null, 'One'),
  node('first', '1.1', 'one', 'One / First floor'),
  node('flat', '1.2', 'one', 'One / Flat'),
  node('other', 'B', null, 'Other'),
  node('other-flat', '2.1', 'other', 'Other / Flat'),
]
const put = (codes: string[], inside: string | null) => {
  const rows = codes.map((code) => ({ name: `Row ${code}`, code }))
  const { drafts, wrong } = nodesOfRows(rows, tree, [], inside)
  return [drafts.map((draft) => draft.above), wrong.map(({ path, code }) => [path, code])]
}

it('keeps codes inside the node that the list is put in', () => {
  expect(put(['1', '1.1', '1.1.1'], 'other')).toEqual([[null, 0, 1], []])
  expect(put(['1.2'], 'first')).toEqual([[null], []])
  expect(put(['1.2.1', '2.1.1'], 'other')).toEqual([[null, 'other-flat'], []])
  expect(put(['1.2.1'], null)).toEqual([['flat'], []])
})

it('means the rows of the list before what is there', () => {
  expect(put(['2', '2.1', '2.1.1'], null)).toEqual([[null, 0, 1], []])
  const named = [
    { name: 'House A' },
    { name: 'Floor', parent: 'house a' },
    { name: 'House B', parent: 'House B' },
  ]
  expect(above(named)).toEqual([null, 0, 'b'])
})

it('refuses a part whose whole has a code that several have', () => {
  expect(put(['1', '1.', '1.1'], null)).toEqual([[null, null, null], [['rows.2.parent', 'ambiguous']]])
})
