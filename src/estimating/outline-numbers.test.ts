import { expect, it } from 'vitest'
import { estimateOf, lineOf, sectionOf } from '../../tests/support/sample-estimate.ts'
import { outlineNumbers } from './outline-numbers.ts'

it('numbers sections and lines in their order, and nothing else', () => {
  const lines = Array.from({ length: 10 }, (_, at) => lineOf(`l${at}`, { parentId: 's' }))
  const nodes = [
    lineOf('first'),
    sectionOf('s'),
    ...lines,
    { ...sectionOf('n', 's'), kind: 'note' as const },
    sectionOf('t', 's'),
  ]
  const numbers = outlineNumbers(estimateOf(nodes).nodes)
  expect(['first', 's', 'l0', 'l9', 'n', 't'].map((id) => numbers.get(id))).toEqual([
    '1',
    '2',
    '2.1',
    '2.10',
    undefined,
    '2.11',
  ])
})

it('keeps a number that was fixed, builds on it and passes it by', () => {
  const nodes = [
    { ...sectionOf('s'), number: '01' },
    lineOf('a', { parentId: 's' }),
    lineOf('b', { parentId: 's', number: '01.3' }),
    lineOf('c', { parentId: 's' }),
    lineOf('d', { parentId: 's' }),
  ]
  expect([...outlineNumbers(estimateOf(nodes).nodes).values()]).toEqual([
    '01',
    '01.1',
    '01.3',
    '01.2',
    '01.4',
  ])
})
