import { describe, expect, it } from 'vitest'
import { suggestedTexts } from './suggested-texts.ts'

describe('suggestedTexts', () => {
  it('offers all names of a text that is one name', () => {
    expect(suggestedTexts('Pset', ['Pset_WallCommon', 'DIN 276'], 'all')).toEqual([
      'Pset_WallCommon',
      'DIN 276',
    ])
  })

  it('goes on with a list, without what is in it', () => {
    const classes = ['IfcSlab', 'IfcWall', 'IfcWindow']
    expect(suggestedTexts('', classes, 'list')).toEqual(classes)
    expect(suggestedTexts('IfcW', classes, 'list')).toEqual(classes)
    expect(suggestedTexts('IfcWall, IfcS', classes, 'list')).toEqual([
      'IfcWall, IfcSlab',
      'IfcWall, IfcWindow',
    ])
    expect(suggestedTexts('IfcWall,', classes, 'list')).toEqual(['IfcWall,IfcSlab', 'IfcWall,IfcWindow'])
  })

  it('goes on with a formula behind its last sign', () => {
    expect(suggestedTexts('2 * net_', ['net_volume'], 'formula')).toEqual(['2 * net_volume'])
    expect(suggestedTexts('(count + ', ['length'], 'formula')).toEqual(['(count + length'])
  })
})
