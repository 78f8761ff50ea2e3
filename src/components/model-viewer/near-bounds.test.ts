import { expect, it } from 'vitest'
import { boxAround, withoutStrays } from './near-bounds.ts'
import type { Bounds } from './section-planes.ts'

const cube = (x: number, y = 0, z = 0, size = 1): Bounds => ({
  least: [x, y, z],
  most: [x + size, y + size, z + size],
})
const house = Array.from({ length: 12 }, (_, at) => cube(at % 4, Math.floor(at / 4)))

it('holds a building without what stands far from it, and without marks at the zero of a map', () => {
  const whole = { least: [0, 0, 0], most: [4, 3, 1] }
  expect(boxAround(withoutStrays(house))).toEqual(whole)
  expect(boxAround(withoutStrays([...house, cube(-29, -14)]))).toEqual(whole)
  expect(boxAround(withoutStrays([...house, cube(7e5, 9e6, 0, 0), cube(-1e6)]))).toEqual(whole)
})

it('keeps what is built: large ground, neighbours, and several that stand apart together', () => {
  const ground = cube(-100, -100, -1, 200)
  expect(withoutStrays([...house, ground])).toContain(ground)
  const neighbour = cube(9)
  expect(withoutStrays([...house, neighbour])).toContain(neighbour)
  const apart = [cube(60), cube(61), cube(62)]
  expect(withoutStrays([...house, ...apart])).toEqual([...house, ...apart])
  const few = [cube(0), cube(50), cube(900)]
  expect(withoutStrays(few)).toEqual(few)
})

it('is nothing around nothing', () => {
  expect(boxAround(withoutStrays([]))).toBeNull()
})
