import { expect, it } from 'vitest'
import { changed, setsIn, textOf, valueOf, type ValueField } from './form-values.ts'

const preset: ValueField = {
  key: 'preset',
  label: 'Rule',
  kind: 'choice',
  choices: [
    { value: 'A', label: 'A', sets: { digits: 2 } },
    { value: 'B', label: 'B', sets: { digits: null } },
    { value: 'own', label: 'Own' },
  ],
}
const digits: ValueField = { key: 'digits', label: 'Digits', kind: 'whole' }
const fields = [preset, digits]

it('reads sets of values, whatever the field holds', () => {
  expect(setsIn([{ code: 'a' }, 7, null], true)).toEqual([{ code: 'a' }])
  expect(setsIn('x', true)).toEqual([])
  expect(setsIn({ a: 1 }, false)).toEqual([{ a: 1 }])
  expect(setsIn(undefined, false)).toEqual([{}])
  expect([textOf(2), textOf(null), valueOf(digits, ' '), valueOf(digits, '3')]).toEqual(['2', '', null, 3])
})

it('lets a choice bring values, and give way when one of them is changed', () => {
  const first = { preset: 'A', digits: 2, kept: 'x' }
  expect(changed(first, preset, 'B', fields)).toEqual({ preset: 'B', digits: null, kept: 'x' })
  expect(changed(first, digits, 3, fields)).toEqual({ preset: 'own', digits: 3, kept: 'x' })
  expect(changed(first, digits, 2, fields)).toEqual(first)
})
