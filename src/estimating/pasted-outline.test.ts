import { expect, it } from 'vitest'
import { pastedOutline, type PastedRow } from './pasted-outline.ts'

const outline = (rows: PastedRow[]): (string | number | null)[][] =>
  pastedOutline(rows).map(({ kind, row, parent }) => [kind, row.title.trim(), parent])
const priced = { quantity: '1', unit: 'm2' }

it('reads how deep a row stands from its number', () => {
  expect(
    outline([
      { number: '1', title: 'Shell' },
      { number: '1.1', title: 'Walls' },
      { number: '1.1.1', title: 'Bricks', ...priced },
      { number: '', title: 'Delivered', ...priced },
      { number: '1.2', title: 'Slab', ...priced },
      { number: '2.', title: 'Roof' },
      { number: '2.10', title: 'Tiles', ...priced },
      { number: '3', title: 'By others' },
    ]),
  ).toEqual([
    ['section', 'Shell', null],
    ['section', 'Walls', 0],
    ['line', 'Bricks', 1],
    ['line', 'Delivered', 1],
    ['line', 'Slab', 0],
    ['section', 'Roof', null],
    ['line', 'Tiles', 5],
    ['note', 'By others', null],
  ])
})

it('or from its indent, or takes what has no quantity for a section', () => {
  const rows = [
    { title: 'Shell' },
    { title: '  Walls' },
    { title: '    Bricks', ...priced },
    { title: 'Roof', ...priced },
  ]
  expect(outline(rows)).toEqual([
    ['section', 'Shell', null],
    ['section', 'Walls', 0],
    ['line', 'Bricks', 1],
    ['line', 'Roof', null],
  ])
  const plain = rows.map((row) => ({ ...row, title: row.title.trim() }))
  expect(outline([...plain, { title: ' ' }])).toEqual([
    ['section', 'Shell', null],
    ['section', 'Walls', null],
    ['line', 'Bricks', 1],
    ['line', 'Roof', 1],
  ])
})
