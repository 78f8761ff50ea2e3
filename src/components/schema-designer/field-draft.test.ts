import { expect, it } from 'vitest'
import { withOptions } from './field-draft.ts'

const status = {
  key: 'state',
  label: 'State',
  type: 'status' as const,
  options: ['free', 'lent', { value: 'broken', label: 'Broken' }],
  default: 'free',
  starts: ['free'],
  transitions: { free: ['lent', 'broken'], lent: ['free'], broken: [] },
}

it('an option that is removed is no longer what a record begins with, nor a step from or to another', () => {
  expect(withOptions(status, ['lent', { value: 'broken', label: 'Defect' }])).toEqual({
    key: 'state',
    label: 'State',
    type: 'status',
    options: ['lent', { value: 'broken', label: 'Defect' }],
    transitions: { lent: [], broken: [] },
  })
})

it('keeps what names options that stay, and what is worked out', () => {
  expect(withOptions(status, [...status.options, 'sold'])).toEqual({
    ...status,
    options: [...status.options, 'sold'],
  })
  const several = { key: 'kinds', label: 'Kinds', type: 'multi_select' as const, options: ['a', 'b'] }
  expect(withOptions({ ...several, default: ['a', 'b'] }, ['b']).default).toEqual(['b'])
  expect(withOptions({ ...several, default: { '=': 'first' } }, ['b']).default).toEqual({ '=': 'first' })
})
