import { expect, it } from 'vitest'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../tests/support/random-estimate.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { groupTree, type Group } from './group-tree.ts'
import { rollUpEstimate } from './roll-up-estimate.ts'
import { totalByGroup } from './total-by-group.ts'
import { fixedText, parseFixed, roundFixed, sumFixed } from './fixed.ts'

const groups: Group[] = [
  { id: 'a', parentId: null, code: '300', name: 'Building' },
  { id: 'b', parentId: 'a', code: '330', name: 'Walls' },
  { id: 'c', parentId: 'b', code: '331', name: 'Outer walls' },
  { id: 'd', parentId: null, code: '400', name: 'Services' },
  { id: 'e', parentId: null, code: '200', name: 'Site' },
]

it('sums groups into those they are part of, leaves empty ones out and has the unassigned last', () => {
  const rows = groupTree(
    [
      { key: 'c', amount: '60.00' },
      { key: 'a', amount: '15.00' },
      { key: 'd', amount: '20.01' },
      { key: null, amount: '4.99' },
    ],
    groups,
  )
  expect(rows.map(({ code, depth, amount, own, share }) => [code, depth, amount, own, share])).toEqual([
    ['300', 0, '75.00', '15.00', '75.00'],
    ['330', 1, '60.00', '0.00', '60.00'],
    ['331', 2, '60.00', '60.00', '60.00'],
    ['400', 0, '20.01', '20.01', '20.01'],
    ['', 0, '4.99', '4.99', '4.99'],
  ])
})

it('adds up to the direct cost to the cent, however lines are split', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed)
    const document = randomEstimate(random)
    const rolled = new EstimateRollUp(document)
    const ids = groups.map(({ id }) => id)
    const rows = groupTree(
      totalByGroup(rolled, () =>
        ids
          .filter(() => random() < 0.4)
          .map((key) => ({ key, share: parseFixed(String(1 + Math.floor(random() * 99))) })),
      ),
      groups,
    )
    const tops = rows.filter(({ depth }) => depth === 0).map(({ amount }) => parseFixed(amount))
    const direct = roundFixed(parseFixed(rollUpEstimate(document).direct), 2, 'half_up')
    expect(fixedText(roundFixed(sumFixed(tops), 2, 'half_up')), `seed ${seed}`).toBe(fixedText(direct))
  }
})
