import { describe, expect, it } from 'vitest'
import { placesOfModel, type NodeKind } from './places-of-model.ts'

const kinds: NodeKind[] = [
  { id: 'building', name: 'Building', at_top: true, inside: [] },
  { id: 'storey', name: 'Storey', at_top: false, inside: ['building'] },
  { id: 'room', name: 'Room', at_top: false, inside: ['storey'] },
]
const row = (id: string, parent: string | null, ifc_class: string, more: object = {}) => ({
  id,
  parent,
  ifc_class,
  name: id,
  long_name: null,
  global_id: `guid-${id}`,
  ...more,
})

describe('the places of a model as nodes', () => {
  it('leave the project out, number rooms with what they are called, and keep the order of the model', () => {
    const places = placesOfModel(
      [
        row('p', null, 'IfcProject'),
        row('House', 'p', 'IfcBuilding'),
        row('Floor', 'House', 'IfcBuildingStorey'),
        row('101', 'Floor', 'IfcSpace', { long_name: 'Kitchen' }),
      ],
      kinds,
    )
    expect(places.map(({ name, kind, above, depth }) => [name, kind, above, depth])).toEqual([
      ['House', 'building', null, 0],
      ['Floor', 'storey', 'guid-House', 1],
      ['101 Kitchen', 'room', 'guid-Floor', 2],
    ])
    expect(places.map(({ sort }) => sort)).toEqual(['000000', '000001', '000002'])
  })

  it('have no kind where it may not stand, and parts of what has no GlobalId move up', () => {
    const places = placesOfModel(
      [
        row('p', null, 'IfcProject'),
        row('Floor', 'p', 'IfcBuildingStorey'),
        row('Hall', 'Floor', 'IfcSpace', { global_id: null }),
        row('Niche', 'Hall', 'IfcSpace'),
      ],
      kinds,
    )
    expect(places.map(({ name, kind, above }) => [name, kind, above])).toEqual([
      ['Floor', null, null],
      ['Niche', 'room', 'guid-Floor'],
    ])
  })
})
