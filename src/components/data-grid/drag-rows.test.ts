import { expect, it } from 'vitest'
import { dropAt } from './drag-rows.ts'
import type { Grid } from './grid-context.ts'
import { LineList } from './grid-lines.ts'

// A section with two lines, a section inside it with one, and a line at the top.
const rows = ['A 1', 'a 2', 'B 2', 'b 3', 'c 1'].map((text) => ({
  id: text[0] ?? '',
  depth: Number(text[2]),
  kind: /[A-Z]/.test(text) ? 'section' : 'line',
}))
const query = { model: 'lines' }
const list = new LineList(
  [{ kind: 'rows', query, from: 0, count: rows.length, depth: 0 }],
  (_query, at) => rows[at],
)
const grid = {
  lines: { list } as Grid['lines'],
  tree: false,
  indent: 'depth',
  takesRows: (row: Record<string, unknown>) => row['kind'] === 'section',
}
const drop = (moving: string, line: number, height: number): string => {
  const place = dropAt(grid, new Set(moving), line, height)
  return place ? `${place.place} ${place.target} ${place.depth}` : 'nowhere'
}

it('marks beside a line, and into a section', () => {
  expect(drop('c', 1, 0.2)).toBe('above a 1')
  expect(drop('c', 3, 0.8)).toBe('below b 2')
  expect(drop('c', 0, 0.5)).toBe('inside A 1')
  expect(drop('c', 0, 0.1)).toBe('above A 0')
})

it('below the heading of a section is above its first line, where the mark stands', () => {
  expect(drop('c', 0, 0.9)).toBe('above a 1')
  expect(drop('c', 2, 0.9)).toBe('above b 2')
})

it('nothing goes into itself', () => {
  expect(drop('A', 3, 0.5)).toBe('nowhere')
  expect(drop('A', 0, 0.9)).toBe('nowhere')
  expect(drop('b', 2, 0.9)).toBe('nowhere')
  expect(drop('A', 4, 0.9)).toBe('below c 0')
})
