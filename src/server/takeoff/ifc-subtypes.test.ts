import { expect, it } from 'vitest'
import { withSubtypes } from './ifc-subtypes.ts'

it('takes a class with everything that is a kind of it, at any depth, in any of the schemas', () => {
  expect(withSubtypes('IfcWall')).toEqual(['IfcWall', 'IfcWallElementedCase', 'IfcWallStandardCase'])
  expect(withSubtypes('IfcBuiltElement')).toEqual(
    expect.arrayContaining(['IfcSlab', 'IfcSlabStandardCase', 'IfcPile']),
  )
  expect(withSubtypes('IfcBuildingElement')).toContain('IfcReinforcingBar')
  expect(withSubtypes('IfcBuildingElement')).not.toContain('IfcFlowTerminal')
})

it('takes what has no kinds, or is not known, as it is', () => {
  expect(withSubtypes('IfcWallStandardCase')).toEqual(['IfcWallStandardCase'])
  expect(withSubtypes('IfcSpace')).toEqual(['IfcSpace'])
  expect(withSubtypes('toString')).toEqual(['toString'])
})
