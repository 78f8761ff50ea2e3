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

it('says in words that a price was typed', () => {
  expect(sourceInWords('manual', 'typed by hand')).toBe('typed by hand')
  expect(sourceInWords('9 CHF × 1.05, manual', 'von Hand')).toBe('9 CHF × 1.05, von Hand')
})
