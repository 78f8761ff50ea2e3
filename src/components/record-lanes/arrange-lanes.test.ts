import { describe, expect, it } from 'vitest'
import { arrangeLanes } from './arrange-lanes.ts'

const rows = [
  { id: 'a', variant: 'main', made_from: null, net: '100.00' },
  { id: 'b', variant: 'main', made_from: 'a', net: '120.50' },
  { id: 'c', variant: 'timber', made_from: 'a', net: '90.10' },
  { id: 'd', variant: 'main', made_from: 'gone', net: null },
]

describe('records in lanes', () => {
  it('stand in the order they come in, each in the lane of its variant, and know what changed', () => {
    const { records, lanes } = arrangeLanes(rows, { lane: 'variant', parent: 'made_from', amount: 'net' })
    expect(lanes).toEqual(['main', 'timber'])
    expect(
      records.map(({ id, column, lane, parent, change }) => [id, column, lane, parent?.id, change]),
    ).toEqual([
      ['a', 0, 0, undefined, null],
      ['b', 1, 0, 'a', '20.5'],
      ['c', 2, 1, 'a', '-9.9'],
      ['d', 3, 0, undefined, null],
    ])
  })

  it('say nothing of what changed from one currency to another', () => {
    const priced = rows.map((row) => ({ ...row, currency: row.id === 'c' ? 'CHF' : 'EUR' }))
    const keys = { lane: 'variant', parent: 'made_from', amount: 'net', currency: 'currency' }
    expect(arrangeLanes(priced, keys).records.map(({ change }) => change)).toEqual([null, '20.5', null, null])
  })
})
