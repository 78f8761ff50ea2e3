import { expect, it } from 'vitest'
import { formulaAsRead, formulaAsTyped } from './formula-text.ts'

it('reads a plain number with the decimal mark of the reader, and leaves a formula as it is', () => {
  expect(
    ['2,8', ' 0,065 ', '2,', '2.8', '2,8 * m', 'min(1,2)', ''].map((text) => formulaAsRead(text, 'de')),
  ).toEqual(['2.8', '0.065', '2,', '2.8', '2,8 * m', 'min(1,2)', ''])
  // Nobody in England means 2.8 by this: the formula language says what is wrong with it.
  expect(['2,8', '1,234'].map((text) => formulaAsRead(text, 'en'))).toEqual(['2,8', '1,234'])
})

it('shows a plain number with the decimal mark of the reader, also while it is typed to its end', () => {
  expect(['2.8', '0.24 * m', '2,', ''].map((text) => formulaAsTyped(text, 'de'))).toEqual([
    '2,8',
    '0.24 * m',
    '2,',
    '',
  ])
  for (const typed of ['2', '2,', '2,0', '2,05'])
    expect(formulaAsTyped(formulaAsRead(typed, 'de'), 'de')).toBe(typed)
})
