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
})
