import { describe, expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import { editEstimate } from '../../tests/support/edit-estimate.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, resourceOf, sectionOf } from '../../tests/support/sample-estimate.ts'
import { compareEstimates, type Bridge } from './compare-estimates.ts'
import type { EstimateDocument, EstimateLine } from './estimate-document.ts'
import { rollUpEstimate } from './roll-up-estimate.ts'
import { roundingPresets } from './rounding-policy.ts'

const wall = lineOf('wall', { quantity: '10', unitRate: '12.34' })
const two = (line: Partial<EstimateLine>, changes: Partial<EstimateDocument> = {}) =>
  compareEstimates(estimateOf([wall]), estimateOf([{ ...wall, ...line }], changes))

/** The steps that are something. */
const steps = (bridge: Bridge): Partial<Bridge> =>
  Object.fromEntries(
    Object.entries(bridge).filter(
      ([step, amount]) => step !== 'from' && step !== 'to' && !decimal(amount).eq(0),
    ),
  )

describe('compareEstimates', () => {
  it('finds nothing between equal versions', () => {
    const { changes, bridge } = two({})
    expect(changes).toEqual([])
    expect(steps(bridge)).toEqual({})
  })

  it('parts a changed line into quantity and price', () => {
    const { changes, bridge } = two({ quantity: '12.5', unitRate: '13' })
    expect(changes).toMatchObject([
      { lineageId: 'of wall', changed: true, quantity: '30.85', price: '8.25', scope: '0.00' },
    ])
    expect(bridge).toEqual({
      from: '146.85',
      rounding: '0.00',
      scope: '0.00',
      quantity: '30.85',
      price: '8.25',
      markup: '0.00',
      discount: '0.00',
      vat: '7.43',
      to: '193.38',
    })
  })

  it('takes the quantity of a line with a discount as it was paid', () => {
    const off = lineOf('wall', { quantity: '10', unitRate: '12.34', discountPct: '10' })
    const { bridge } = compareEstimates(estimateOf([off]), estimateOf([{ ...off, quantity: '20' }]))
    expect(steps(bridge)).toEqual({ quantity: '111.06', vat: '21.10' })
  })

  it('has no quantity to compare in a lump sum or in another unit', () => {
    expect(steps(two({ quantity: '20', unit: 'm3' }).bridge)).toEqual({ price: '123.40', vat: '23.44' })
    expect(steps(two({ quantity: '20', itemType: 'lump_sum' }).bridge)).toEqual({
      price: '-111.06',
      vat: '-21.11',
    })
  })

  it('tells added, removed, moved and retexted nodes apart', () => {
    const before = estimateOf([
      sectionOf('s'),
      sectionOf('t'),
      lineOf('a', { parentId: 's' }),
      lineOf('b', { unitRate: '5' }),
    ])
    const after = estimateOf([
      sectionOf('s'),
      { ...sectionOf('t'), title: 'Roof' },
      lineOf('a', { parentId: 't' }),
      lineOf('c', { unitRate: '7' }),
    ])
    const { changes, bridge } = compareEstimates(before, after)
    expect(
      changes.map(({ lineageId, before: old, after: now, moved, retexted, changed, scope }) => [
        lineageId,
        old,
        now,
        { moved, retexted, changed },
        scope,
      ]),
    ).toEqual([
      ['of t', 't', 't', { moved: false, retexted: true, changed: false }, '0.00'],
      ['of a', 'a', 'a', { moved: true, retexted: false, changed: false }, '0.00'],
      ['of c', null, 'c', { moved: false, retexted: false, changed: false }, '7.00'],
      ['of b', 'b', null, { moved: false, retexted: false, changed: false }, '-5.00'],
    ])
    expect(steps(bridge)).toEqual({ scope: '2.00', vat: '0.38' })
  })

  it('names what of a line is another, its VAT rate and whether it counts too', () => {
    const fields = (line: Partial<EstimateLine>) => two(line).changes.map((change) => change.fields)
    expect(fields({ title: 'Brick wall', text: 'Clinker', quantity: '12', unit: 'm3' })).toEqual([
      ['title', 'text', 'quantity', 'unit'],
    ])
    expect(fields({ unitRate: '12.35', vatRate: 'low' })).toEqual([['rate', 'vat_code']])
    expect(fields({ discountPct: '2.50' })).toEqual([['discount_pct']])
    expect(fields({ itemType: 'optional_without_total' })).toEqual([['item_type', 'counts']])
    expect(fields({ quantity: '10.0', text: '' })).toEqual([])
    expect(two({ vatRate: 'low' }).changes).toMatchObject([{ changed: true, retexted: false, price: '0.00' }])
  })

  it('sees what the customer reads, and whether they see it', () => {
    const [before, after] = [estimateOf([wall]), estimateOf([{ ...wall, id: 'new' }])]
    const differs = (was: object | null, now: object | null) =>
      compareEstimates(before, after, {
        before: was ? [{ id: 'wall', customerText: null, hidden: false, ...was }] : [],
        after: now ? [{ id: 'new', customerText: null, hidden: false, ...now }] : [],
      }).changes.map(({ retexted, changed, fields }) => ({ retexted, changed, fields }))
    const words = { retexted: true, changed: false }
    expect(differs(null, { customerText: 'Your wall' })).toEqual([{ ...words, fields: ['customer_text'] }])
    expect(differs({ hidden: true }, null)).toEqual([{ ...words, fields: ['visible_to_customer'] }])
    expect(differs({ customerText: 'A wall' }, { customerText: 'A wall' })).toEqual([])
  })

  it('counts an option taken as scope, and one not taken as nothing', () => {
    const option = lineOf('o', { unitRate: '100', itemType: 'optional_without_total' })
    const compared = (line: EstimateLine) =>
      steps(compareEstimates(estimateOf([option]), estimateOf([line])).bridge)
    expect(compared({ ...option, selected: true })).toEqual({ scope: '100.00', vat: '19.00' })
    expect(compared({ ...option, quantity: '9' })).toEqual({})
  })

  it('keeps markups, discount and VAT apart', () => {
    const office = {
      key: 'o',
      label: 'Office',
      basis: {},
      kind: 'percent',
      value: '10',
      spread: 'own_line',
    } as const
    const vatRates = [{ code: 'full', percent: '16' }]
    expect(steps(two({}, { markups: [office] }).bridge)).toEqual({ markup: '12.34', vat: '2.34' })
    expect(steps(two({}, { discount: { kind: 'fixed', value: '3.40' } }).bridge)).toEqual({
      discount: '-3.40',
      vat: '-0.65',
    })
    expect(steps(two({}, { vatRates }).bridge)).toEqual({ vat: '-3.71' })
  })

  it('has what another policy changes as a step of its own', () => {
    const line = lineOf('a', { quantity: '1000', resources: [resourceOf('labour', '0.333', '1')] })
    const { changes, bridge } = compareEstimates(
      estimateOf([line]),
      estimateOf([{ ...line, quantity: '1001' }], { rounding: roundingPresets.EXACT }),
    )
    expect(bridge).toMatchObject({
      from: '392.70',
      rounding: '3.57',
      quantity: '0.33',
      price: '0.00',
      to: '396.66',
    })
    expect(changes).toHaveLength(1)
  })

  it('refuses two currencies, and a lineage given twice', () => {
    expect(() => two({}, { currency: 'USD' })).toThrow('Some values are not valid.')
    const twice = estimateOf([wall, { ...wall, id: 'copy' }])
    expect(() => compareEstimates(twice, twice)).toThrow('Some values are not valid.')
  })

  const count = process.env['LONG'] ? 10_000 : 500
  it(
    `leads to the cent from one version to the next through any edits (${count})`,
    () => {
      for (let seed = 0; seed < count; seed++) {
        const random = randomFrom(seed)
        const before = randomEstimate(random)
        const after = editEstimate(random, before, 'v2')
        const { bridge, changes } = compareEstimates(before, after)
        const [from, to] = [rollUpEstimate(before), rollUpEstimate(after)]
        const place = `estimate ${seed}`
        const { from: start, to: end, ...between } = bridge
        expect([plain(start), plain(end)], place).toEqual([plain(from.gross), plain(to.gross)])
        expect(sumOf([start, ...Object.values(between)]), place).toBe(plain(end))
        for (const step of ['scope', 'quantity', 'price'] as const)
          expect(sumOf(changes.map((change) => change[step])), `${step} of ${place}`).toBe(
            plain(bridge[step]),
          )
      }
    },
    process.env['LONG'] ? 1_800_000 : 60_000,
  )
})

const plain = (amount: string): string => decimalText(decimal(amount))
const sumOf = (amounts: string[]): string =>
  decimalText(amounts.reduce((sum, amount) => sum.plus(amount), decimal(0)))
