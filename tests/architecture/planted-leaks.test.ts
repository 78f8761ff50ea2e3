import { expect, it } from 'vitest'
import { occurrences, plantedLeaks } from '../support/planted-leaks.ts'

it('every planted leak replaces something that is there, once', () => {
  expect(plantedLeaks.length).toBeGreaterThan(10)
  expect(plantedLeaks.filter((leak) => occurrences(leak) !== 1).map(({ name }) => name)).toEqual([])
})
