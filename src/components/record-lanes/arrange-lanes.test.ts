import { describe, expect, it } from 'vitest'
import { arrangeLanes } from './arrange-lanes.ts'
import { laneSize } from './lane-size.ts'

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

  it('stand farther apart where more time lies between, and never meet', () => {
    const at = (id: string, made_from: string | null, created: string, issued?: string) => ({
      id,
      made_from,
      variant: 'main',
      created,
      issued,
    })
    const dated = [
      at('a', null, '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'),
      // Made before its origin was issued: it stands after it all the same.
      at('b', 'a', '2026-02-01T00:00:00Z'),
      at('c', null, '2026-01-15T00:00:00Z'),
      at('d', 'b', '2026-03-01T00:00:01Z'),
      at('e', 'd', '2026-12-01T00:00:00Z'),
    ]
    const { records, width } = arrangeLanes(dated, {
      lane: 'variant',
      parent: 'made_from',
      moments: ['issued', 'created'],
    })
    expect(records.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd', 'e'])
    const gaps = records.slice(1).map(({ x }, index) => x - (records[index]?.x ?? 0) - laneSize.width)
    expect(gaps).toEqual([36, 0, 0, 220])
    expect(width).toBe(5 * laneSize.width + 4 * laneSize.spread)
  })

  it('all of one moment, or of none, stand in the order they come in', () => {
    const same = rows.map((row) => ({ ...row, at: '2026-01-01T00:00:00Z' }))
    for (const moments of [['at'], ['nothing']]) {
      const { records } = arrangeLanes(same, { lane: 'variant', parent: 'made_from', moments })
      expect(records.map(({ id, x }) => [id, x / laneSize.width])).toEqual([
        ['a', 0],
        ['b', 1],
        ['c', 2],
        ['d', 3],
      ])
    }
  })

  it('know the way to what was reached, through every origin, and end in a circle', () => {
    const won = rows.map((row) => ({ ...row, status: row.id === 'c' ? 'accepted' : 'draft' }))
    const keys = { lane: 'variant', parent: 'made_from', reached: { field: 'status', values: ['accepted'] } }
    const way = (of: typeof won) =>
      arrangeLanes(of, keys).records.flatMap(({ id, onWay }) => (onWay ? [id] : []))
    expect(way(won)).toEqual(['a', 'c'])
    expect(way(won.map((row) => ({ ...row, status: 'draft' })))).toEqual([])
    expect(way(won.map((row) => (row.id === 'a' ? { ...row, made_from: 'c' } : row)))).toEqual(['a', 'c'])
  })

  it('say nothing of what changed from one currency to another', () => {
    const priced = rows.map((row) => ({ ...row, currency: row.id === 'c' ? 'CHF' : 'EUR' }))
    const keys = { lane: 'variant', parent: 'made_from', amount: 'net', currency: 'currency' }
    expect(arrangeLanes(priced, keys).records.map(({ change }) => change)).toEqual([null, '20.5', null, null])
  })
})
