import { describe, expect, it } from 'vitest'
import { currencySources } from './currency-sources.ts'

const fields = [
  { key: 'name', label: 'Name', type: 'text' as const },
  { key: 'in', label: 'In', type: 'select' as const, options: ['EUR', 'USD'], default: 'EUR' },
  { key: 'tags', label: 'Tags', type: 'text' as const, many: true },
  { key: 'day', label: 'Day', type: 'date' as const },
  { key: 'offer', label: 'Offer', type: 'relation' as const, target: 'offers' },
  { key: 'all', label: 'All', type: 'relation' as const, target: 'offers', many: true },
  { key: 'worked', label: 'Worked', type: 'formula' as const, formula: 'name' },
]
const models = [
  {
    key: 'offers',
    schema: {
      fields: [
        { key: 'title', label: 'Title', type: 'text' as const },
        { key: 'currency', label: 'Currency', type: 'text' as const },
      ],
    },
  },
]

describe('what can name a currency', () => {
  it('is a text or choice of the record, codes first, or the currency of one it links to', () => {
    expect(currencySources(fields, models)).toEqual([
      { path: 'in', label: 'In' },
      { path: 'name', label: 'Name' },
      { path: 'offer.currency', label: 'Offer · Currency' },
    ])
  })

  it('is nothing where there is no such field', () => {
    expect(currencySources([], models)).toEqual([])
  })
})
