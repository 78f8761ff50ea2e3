import { expect, it } from 'vitest'
import { lineTotal, readQuantity, sheetLines, sheetMargin, sheetTotal } from './sheet-lines.ts'

it('adds up exactly, line by line', () => {
  expect(sheetLines.map(lineTotal)).toEqual(['4585.44', '15868.20', '15518.85', '33948.20', '13356.00'])
  expect(sheetTotal(sheetLines)).toBe('83276.69')
  expect(sheetMargin(sheetLines)).toBe('18.0')
  expect(sheetMargin([])).toBe('0.0')
})

it('reads quantities in both spellings and nothing else', () => {
  expect(readQuantity(' 12,5 ')).toBe('12.5')
  expect(readQuantity('12.5')).toBe('12.5')
  for (const typed of ['', '-1', '1e3', 'abc', '1000000']) expect(readQuantity(typed)).toBeNull()
})
