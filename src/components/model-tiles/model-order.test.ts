import { expect, it } from 'vitest'
import { orderModels } from './model-order.ts'

const models = ['acceptances', 'diary', 'estimates', 'projects', 'snags'].map((key) => ({ key, label: key }))
const ordered = (...given: [readonly string[], Parameters<typeof orderModels>[2]]): string[] =>
  orderModels(models, ...given).map(({ key }) => key)

it('begins with what is named, then with what has a screen, then goes by name', () => {
  const listed = ['projects', 'estimates']
  expect(ordered([], { listed, worked: null })).toEqual([
    'projects',
    'estimates',
    'acceptances',
    'diary',
    'snags',
  ])
  expect(ordered(['snags', 'gone', 'estimates'], { listed, worked: null })).toEqual([
    'snags',
    'estimates',
    'projects',
    'acceptances',
    'diary',
  ])
})

it('follows what was worked on most, where that is asked for', () => {
  const worked = ['snags', 'diary', 'snags']
  expect(ordered(['projects'], { listed: ['estimates'], worked })).toEqual([
    'projects',
    'snags',
    'diary',
    'estimates',
    'acceptances',
  ])
})
