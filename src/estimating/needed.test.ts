import { expect, it } from 'vitest'
import { estimateOf, lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { neededFor } from './needed.ts'

const mason = { ...resourceOf('labour', '0.5', '40'), itemCode: null, name: 'Mason', unit: 'h' }
const sand = { ...resourceOf('material', '2', '5'), name: 'Sand', unit: 't' }
const needed = (...lines: ReturnType<typeof lineOf>[]) => {
  const { hours, rows } = neededFor(new EstimateRollUp(estimateOf(lines)))
  return { hours, rows: rows.map(({ itemCode, name, quantity }) => [itemCode, name, quantity]) }
}

it('is told of all lines that count, priced or not, whatever their rate', () => {
  const open = { ...mason, price: '0', unpriced: true as const }
  const told = needed(
    lineOf('wall', { quantity: '10', resources: [mason] }),
    lineOf('no price', { quantity: '10', resources: [open] }),
    lineOf('for nothing', { quantity: '10', resources: [mason], unitRateOverride: '0' }),
    lineOf('not chosen', { itemType: 'optional_without_total', quantity: '10', resources: [mason] }),
  )
  expect(told).toEqual({ hours: '15', rows: [[null, 'Mason', '15']] })
})

it('leaves percentages out, and keeps things of one name and two codes apart', () => {
  const percent = { ...resourceOf('material', '3', '42.5'), itemCode: null, name: 'Tools', unit: '%' }
  const [fine, coarse] = ['S1', 'S2'].map((itemCode) => ({ ...sand, itemCode }))
  const told = needed(lineOf('bed', { quantity: '1', resources: [fine!, coarse!, percent] }))
  expect(told).toEqual({
    hours: '0',
    rows: [
      ['S1', 'Sand', '2'],
      ['S2', 'Sand', '2'],
    ],
  })
})

it('counts hours of labour by what their unit says, and as one thing at two prices', () => {
  const minutes = { ...mason, name: 'Helper', unit: 'min', qtyPerUnit: '30' }
  const told = needed(
    lineOf('a', { quantity: '1', resources: [mason, minutes] }),
    lineOf('b', { quantity: '1', resources: [{ ...mason, price: '50' }] }),
  )
  expect(told).toEqual({
    hours: '1.5',
    rows: [
      [null, 'Mason', '1'],
      [null, 'Helper', '30'],
    ],
  })
})
