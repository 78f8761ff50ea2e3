import { describe, expect, it } from 'vitest'
import { plainText } from '#estimating/fixed.ts'
import { branchOf, rollUp, type SubtreeNode } from './subtree.ts'

const node = (id: string, parent: string | null, more: Partial<SubtreeNode> = {}): SubtreeNode => ({
  id,
  parent,
  name: id,
  sort: '',
  kind: null,
  area: null,
  volume: null,
  documents: 0,
  photos: 0,
  ...more,
})

describe('what a tree of places comes to', () => {
  const nodes = [
    node('room 2', 'floor', { area: '20.2', photos: 2 }),
    node('house', 'elsewhere', { documents: 1 }),
    node('roof', 'house', { area: '99.999' }),
    node('floor', 'house', { volume: '10' }),
    node('room 1', 'floor', { area: '10.1', volume: '3', photos: 1 }),
    node('niche', 'room 1', { area: '0.5' }),
  ]

  it('is summed from its leaves, exactly; what says its own area is believed', () => {
    const house = rollUp(nodes).get('house')
    expect(house).toMatchObject({ nodes: 5, documents: 1, photos: 3 })
    expect(house?.area && plainText(house.area)).toBe('130.299')
    expect(house?.volume && plainText(house.volume)).toBe('10')
    expect(rollUp([node('a', null)]).get('a')).toMatchObject({ nodes: 0, area: null, volume: null })
  })

  it('belongs to one part of the whole each', () => {
    expect(Object.fromEntries(branchOf(nodes, 'house'))).toEqual({
      roof: 'roof',
      floor: 'floor',
      'room 1': 'floor',
      'room 2': 'floor',
      niche: 'floor',
    })
  })
})
