import { expect, it } from 'vitest'
import { priceNote, sourceInWords } from './price-note.ts'

it('notes where a price is from, and nothing of one that was typed', () => {
  expect(['manual', '9 CHF × 1.05, manual', 'import: prices.csv', 'manual of 2026'].map(priceNote)).toEqual([
    null,
    '9 CHF × 1.05',
    'import: prices.csv',
    'manual of 2026',
  ])
})

it('says in words that a price was typed, and an exchange in the numbers of the reader', () => {
  const words = { byHand: 'von Hand', numbers: (text: string) => text.replaceAll('.', ',') }
  expect(sourceInWords('manual', words)).toBe('von Hand')
  expect(sourceInWords('9 CHF × 1.05, manual', words)).toBe('9 CHF × 1,05, von Hand')
  expect(sourceInWords('(12.5 USD − 10 %) × 0.92, list 2.1.csv', words)).toBe(
    '(12,5 USD − 10 %) × 0,92, list 2.1.csv',
  )
  expect(sourceInWords('import: prices.csv', words)).toBe('import: prices.csv')
})
