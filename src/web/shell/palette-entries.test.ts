import { expect, it } from 'vitest'
import { describeRow, matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  label,
  icon: 'list',
  run: () => undefined,
  ...more,
})

it('finds by every word, accents and case aside, beginnings first', () => {
  const entries = [
    entry('New price book'),
    entry('Price book'),
    entry('Straßen'),
    entry('Café', { words: 'coffee' }),
  ]
  const labels = (typed: string): string[] => matchingEntries(entries, typed).map(({ label }) => label)
  expect(labels('price')).toEqual(['Price book', 'New price book'])
  expect(labels('BOOK pri')).toHaveLength(2)
  expect(labels('strassen')).toEqual(['Straßen'])
  expect(labels('cafe')).toEqual(['Café'])
  expect(labels('coffee')).toEqual(['Café'])
  expect(labels('zz')).toEqual([])
  expect(labels('')).toHaveLength(4)
})

it('calls a record by its first text and says where the match is', () => {
  const row = {
    id: 'u1',
    created_at: '2026-01-01',
    code: 'C25/30',
    name: 'Concrete, pumped',
    price: '128.40',
  }
  expect(describeRow(row, 'c25')).toEqual({ name: 'C25/30', found: null })
  expect(describeRow(row, 'pumped')).toEqual({ name: 'C25/30', found: 'Concrete, pumped' })
  expect(describeRow(row, 'c25', 'name')).toEqual({ name: 'Concrete, pumped', found: 'C25/30' })
  expect(describeRow({ id: 'u1', amount: 3 }, 'x')).toEqual({ name: 'u1', found: null })
})
