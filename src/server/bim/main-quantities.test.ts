import { describe, expect, it } from 'vitest'
import { mainQuantities } from './main-quantities.ts'
import type { IfcQuantity } from './read-ifc/ifc-facts.ts'

const volume = (
  canonical: IfcQuantity['canonical'],
  si: string,
  source: IfcQuantity['source'],
): IfcQuantity => ({
  set: 'BaseQuantities',
  name: 'x',
  canonical,
  dimension: 'volume',
  si,
  source,
  zero: Number(si) === 0,
  assumedUnit: false,
})

describe('the quantity an element counts with', () => {
  it('is the net one the file declares, before properties and triangles', () => {
    const { values, kept } = mainQuantities([
      volume('gross_volume', '3', 'qto'),
      volume('volume', '2.4', 'computed'),
      volume('net_volume', '2.5000004', 'qto'),
      volume('net_volume', '9', 'pset'),
    ])
    expect(values).toEqual({ volume: '2.5' })
    expect(kept.map(({ used }) => used)).toEqual([undefined, undefined, true, undefined])
  })

  it('is not a declared zero while the triangles say more, and zero when nothing does', () => {
    expect(
      mainQuantities([volume('net_volume', '0', 'qto'), volume('volume', '2.4', 'computed')]).values,
    ).toEqual({ volume: '2.4' })
    expect(mainQuantities([volume('net_volume', '0', 'qto')]).values).toEqual({ volume: '0' })
    expect(mainQuantities([volume(null, '4', 'qto')]).values).toEqual({})
  })

  it('of an area that is declared twice is the one that is no larger than the body', () => {
    const area = (canonical: IfcQuantity['canonical'], si: string, source: IfcQuantity['source']) => ({
      ...volume(canonical, si, source),
      dimension: 'area' as const,
    })
    const twice = [area('net_side_area', '31200000', 'qto'), area('net_side_area', '31.2', 'qto')]
    expect(mainQuantities([...twice, area('surface_area', '67', 'computed')]).values).toEqual({
      area: '31.2',
    })
  })

  it('of a volume that is declared twice is the one that the triangles bear out', () => {
    const twice = [volume('net_volume', '6314000000', 'qto'), volume('net_volume', '5.64422', 'qto')]
    const { values, kept } = mainQuantities([...twice, volume('volume', '5.65', 'computed')])
    expect(values).toEqual({ volume: '5.64422' })
    expect(kept.map(({ si, used }) => [si, used])).toEqual([
      ['5.64422', true],
      ['6314000000', undefined],
      ['5.65', undefined],
    ])
    // Nothing says which is right: the first, as ever.
    expect(mainQuantities(twice).values).toEqual({ volume: '6314000000' })
  })
})
