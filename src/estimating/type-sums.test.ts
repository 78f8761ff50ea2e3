import { expect, it } from 'vitest'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { TypeSums } from './type-sums.ts'

it('[E-13] what lines come to by type adds up exactly beyond the safe integers, and what is taken away is gone', () => {
  const random = randomFrom(3)
  const sums = new TypeSums()
  const exact = [0n, 0n, 0n, 0n, 0n]
  const lines: number[][] = []
  for (let time = 0; time < 500; time++) {
    const types = exact.map(() => Math.floor((random() - 0.3) * 2 ** (time % 53)))
    const line = { byType: types.map(BigInt), ...(time % 3 > 0 && { shortByType: types }) }
    sums.change(line, 1)
    lines.push(types)
    for (const [at, units] of types.entries()) exact[at] = (exact[at] ?? 0n) + BigInt(units)
    expect(sums.units).toEqual(exact)
  }
  for (const types of lines) sums.change({ byType: types.map(BigInt), shortByType: types }, -1)
  expect(sums.units).toEqual([0n, 0n, 0n, 0n, 0n])
})
