import { expect, it } from 'vitest'
import type { Calculation } from '#contracts/calculation.ts'
import { evaluateFormula } from '#expressions/formulas/evaluate-formula.ts'
import { workOut } from './live-values.ts'

const name = (text: string) => ({ op: 'name' as const, name: text, at: 0 })
const calculations: Calculation[] = [
  {
    key: 'price',
    type: 'lookup',
    tree: name('item.price'),
    inputs: [{ name: 'item.price', kind: 'number', path: ['item', 'price'] }],
    result: { kind: 'decimal' },
  },
  {
    key: 'amount',
    type: 'formula',
    tree: { op: 'binary', sign: '*', left: name('price'), right: name('quantity'), at: 0, as: 'number' },
    inputs: [
      { name: 'price', kind: 'number', path: ['price'] },
      { name: 'quantity', kind: 'number', path: ['quantity'] },
    ],
    result: { kind: 'decimal', scale: 2 },
  },
]

it('works out what is typed, with what linked records say', () => {
  const related = { 'item i1': { price: '1.25' } }
  expect(workOut(calculations, evaluateFormula, related, { item: 'i1', quantity: '3' }, null)).toEqual({
    price: '1.25',
    amount: '3.75',
  })
})

it('leaves out what waits for a linked record, and what builds on it', () => {
  expect(workOut(calculations, evaluateFormula, {}, { item: 'i2', quantity: '3' }, null)).toEqual({})
})

it('empties what no longer has a link', () => {
  expect(workOut(calculations, evaluateFormula, {}, { quantity: '3' }, null)).toEqual({
    price: undefined,
    amount: undefined,
  })
})
