import { describe, expect, it } from 'vitest'
import { askedFields, knownValues } from './asked-fields.ts'

const thickness = { kind: 'number', key: 'thickness', label: 'Thickness', unit: 'm', default: '0.24' }
const area = { kind: 'derived', key: 'area', label: 'Area', unit: 'm2', formula: '1 * m2' }
const plastered = { kind: 'bool', key: 'plastered', label: 'Plastered', default: true }
const stone = { kind: 'choice', key: 'stone', label: 'Stone', default: 'DF', choices: [{ value: 'DF' }] }

describe('values by name', () => {
  it('asks for what is declared, as a list or under params, and not for what is worked out', () => {
    const asked = askedFields({ params: [thickness, area, plastered, stone], tables: [] })
    expect(asked.map(({ key }) => key)).toEqual(['thickness', 'plastered', 'stone'])
    expect(asked).toEqual(askedFields([thickness, area, plastered, stone]))
    expect(asked[2]?.choices).toEqual([{ value: 'DF', label: 'DF' }])
    expect(askedFields('nonsense')).toEqual([])
    expect(askedFields([{ kind: 'number' }, 7, null])).toEqual([])
  })

  it('takes over what was given, where it fits', () => {
    const asked = askedFields([thickness, plastered])
    expect(knownValues(asked, { thickness: '0.3', plastered: 'yes', other: '1' })).toEqual({
      thickness: '0.3',
    })
    expect(knownValues(asked, null)).toEqual({})
  })
})
