import { expect, it } from 'vitest'
import { allPlanted, canBePlanted } from '../support/plant-leak.ts'

it('every planted leak replaces something that is there, once', () => {
  expect(allPlanted.length).toBeGreaterThan(10)
  expect(allPlanted.filter((leak) => !canBePlanted(leak)).map(({ name }) => name)).toEqual([])
  expect(new Set(allPlanted.map(({ name }) => name)).size).toBe(allPlanted.length)
})
