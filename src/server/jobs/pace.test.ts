import { expect, it } from 'vitest'
import { nextSize, Pace } from './pace.ts'

it('a batch is made smaller at once when it took long, and larger step by step when it was quick', () => {
  expect(nextSize(100, 1000, 1000)).toBe(25)
  expect(nextSize(100, 100_000, 1000)).toBe(10)
  expect(nextSize(100, 250, 1000)).toBe(100)
  expect(nextSize(100, 1, 1000)).toBe(200)
  expect(nextSize(800, 1, 1000)).toBe(1000)
})

it('begins with few, and learns of full batches only', async () => {
  const pace = new Pace(1000)
  const sizes: number[] = []
  const take = (taken: (size: number) => number) =>
    pace.run(
      async (size) => {
        sizes.push(size)
        return taken(size)
      },
      (count, size) => count === size,
    )
  await take(() => 3)
  await take((size) => size)
  await take((size) => size)
  expect(sizes).toEqual([100, 100, 200])
})
