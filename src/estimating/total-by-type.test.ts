import { describe, expect, it } from 'vitest'
import { estimateOf, lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { inCostGroups, inLocations, totalByGroup } from './total-by-group.ts'
import { adjustmentName, totalByType } from './total-by-type.ts'

const mason = resourceOf('labour', '0.5', '40.00')
const brick = { ...resourceOf('material', '50', '0.333'), itemCode: 'B1' }
const rolled = new EstimateRollUp(
  estimateOf([
    lineOf('wall', { quantity: '10', resources: [mason, brick] }),
    // The same bricks at a price that is written differently, and the rate rounded down by hand.
    lineOf('chimney', {
      quantity: '3',
      resources: [{ ...brick, price: '0.3330' }, mason],
      unitRateOverride: '36',
    }),
    lineOf('not chosen', { itemType: 'optional_without_total', resources: [mason] }),
    lineOf('crane', {
      itemType: 'lump_sum',
      quantity: '9',
      resources: [{ ...resourceOf('equipment', '8', '120'), unit: 'min' }],
    }),
  ]),
)

describe('totalByType', () => {
  it('puts together what is ordered together, with hours', () => {
    const totals = totalByType(rolled)
    expect(totals.map(({ type, amount, hours }) => [type, amount, hours])).toEqual([
      ['labour', '260.00', '6.5'],
      ['material', '216.45', '0'],
      ['equipment', '960.00', '0.133333333333'],
      ['subcontract', '0.00', '0'],
      ['other', '-1.95', '0'],
    ])
    expect(totals[1]?.resources).toEqual([
      {
        itemCode: 'B1',
        name: 'material',
        unit: 't',
        price: '0.333',
        quantity: '650',
        hours: '0',
        amount: '216.45',
      },
    ])
    expect(totals[0]?.resources).toMatchObject([{ quantity: '6.5', hours: '6.5' }])
    expect(totals[4]?.resources).toMatchObject([{ itemCode: null, name: adjustmentName, amount: '-1.95' }])
  })

  it('keeps one name apart by item, unit and price, and what has no price yet', () => {
    const sand = { ...resourceOf('material', '1', '5'), itemCode: 'S1', name: 'Sand' }
    const all = [
      sand,
      { ...sand, itemCode: 'S2' },
      { ...sand, price: '6' },
      { ...sand, unit: 'm3' },
      { ...sand, price: '0' },
      { ...sand, price: '5.00' },
    ]
    const open = { ...sand, price: '0', unpriced: true as const }
    const document = estimateOf([
      lineOf('a', { resources: all }),
      // A line with no rate: what it takes is needed all the same.
      lineOf('b', { quantity: '2', resources: [open] }),
    ])
    const [, material] = totalByType(new EstimateRollUp(document))
    expect(
      material?.resources.map(({ itemCode, unit, price, quantity, amount }) => [
        itemCode,
        unit,
        price,
        quantity,
        amount,
      ]),
    ).toEqual([
      ['S1', 't', '5', '2', '10.00'],
      ['S2', 't', '5', '1', '5.00'],
      ['S1', 't', '6', '1', '6.00'],
      ['S1', 'm3', '5', '1', '5.00'],
      ['S1', 't', '0', '1', '0.00'],
      ['S1', 't', null, '2', '0.00'],
    ])
    expect(material?.amount).toBe('26.00')
  })

  it('counts hours of quantities longer than anybody can write', () => {
    const labour = resourceOf('labour', '123456789012345678.123456', '1')
    const line = lineOf('a', { quantity: '123456789012345678', resources: [{ ...labour, unit: 'h' }] })
    const [found] = totalByType(new EstimateRollUp(estimateOf([line])))
    expect(found?.hours).toBe(found?.resources[0]?.quantity)
    expect(found?.hours).toHaveLength(42)
  })

  it('tells resources without a code apart by their names', () => {
    const named = ['Sand', 'Gravel', 'Sand'].map((name) => ({
      ...resourceOf('material', '1', '5'),
      itemCode: null,
      name,
    }))
    const [, material] = totalByType(new EstimateRollUp(estimateOf([lineOf('a', { resources: named })])))
    expect(material?.resources.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Sand', '2'],
      ['Gravel', '1'],
    ])
  })
})

describe('totalByGroup', () => {
  const share = (code: string, percent: string) => ({ set: 'S', code, share: percent })
  const grouped = new EstimateRollUp(
    estimateOf(
      [
        lineOf('a', {
          unitRate: '100',
          classifications: [share('2', '33.33'), share('10', '33.33')],
          location: 'cellar',
        }),
        lineOf('b', { unitRate: '0.01', classifications: [share('2', '50'), share('10', '50')] }),
        lineOf('c', { unitRate: '7', classifications: [] }),
      ],
      {
        markups: [{ key: 'm', label: 'm', basis: {}, kind: 'percent', value: '10', spread: 'into_rates' }],
      },
    ),
  )

  it('splits lines over the groups of one set and keeps the unassigned last', () => {
    expect(totalByGroup(grouped, inCostGroups('S'))).toEqual([
      { key: '10', amount: '33.33' },
      { key: '2', amount: '33.34' },
      { key: null, amount: '40.34' },
    ])
    expect(totalByGroup(grouped, inCostGroups('none'))).toEqual([{ key: null, amount: '107.01' }])
  })

  it('groups by place, and what the lines carry too', () => {
    expect(totalByGroup(grouped, inLocations, 'net')).toEqual([
      { key: 'cellar', amount: '110.00' },
      { key: null, amount: '7.71' },
    ])
  })
})
