import { describe, expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import { randomFrom } from '../../../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, sectionOf } from '../../../../tests/support/sample-estimate.ts'
import type { EstimateDocument, EstimateMarkup } from '../../estimate-document.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import type { OfferEntry } from './offer.ts'
import { nothingUntold, offerOf } from './offer-of.ts'

const patience = process.env['LONG'] ? 1_800_000 : 20_000

const profit: EstimateMarkup = {
  key: 'profit',
  label: 'Profit',
  basis: {},
  kind: 'percent',
  value: '7',
  spread: 'own_line',
}

describe('offerOf', () => {
  it('tells rates and totals as they are while nothing is in them', () => {
    const { entries, sums } = offerOf(
      estimateOf([sectionOf('s'), lineOf('a', { parentId: 's', quantity: '10', unitRate: '123.45' })]),
    )
    expect(entries).toMatchObject([
      { kind: 'section', number: '1', total: '1234.50', depth: 1 },
      { kind: 'line', number: '1.1', price: '123.45', total: '1234.50', counts: true, depth: 2 },
    ])
    expect(sums).toMatchObject({ lines: '1234.50', rounding: '0.00', net: '1234.50', gross: '1469.06' })
  })

  it('has a markup that is not shown in the prices, each of them multiplied again, and says what rounding did', () => {
    const document = estimateOf(
      [
        lineOf('a', { quantity: '3', unitRate: '33.33' }),
        lineOf('option', { quantity: '2', unitRate: '100', itemType: 'optional_without_total' }),
      ],
      { markups: [profit] },
    )
    const { entries, sums } = offerOf(document, { nodes: new Set(), markups: new Set(['profit']) })
    // 99.99 and 7.00 of profit are 106.99, a third of which is 35.66 and two thirds of a cent.
    expect(entries).toMatchObject([
      { price: '35.66', total: '106.98' },
      { price: '107', total: '214.00', counts: false },
    ])
    expect(sums).toMatchObject({ markups: [], lines: '106.98', rounding: '0.01', net: '106.99' })
    expect(JSON.stringify({ entries, sums })).not.toContain('Profit')
    expect(offerOf(document).sums.markups).toEqual([{ label: 'Profit', amount: '7.00' }])
  })

  it('sums up what a section holds beside what is listed', () => {
    const { entries } = offerOf(
      estimateOf([
        sectionOf('s'),
        lineOf('a', { parentId: 's', unitRate: '5' }),
        lineOf('secret', { parentId: 's', unitRate: '9', quantity: '2' }),
      ]),
      { nodes: new Set(['secret']), markups: new Set() },
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['section', 'line', 'unlisted'])
    expect(entries[2]).toMatchObject({ total: '18.00', parentId: 's' })
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('keeps the cents of every version, whatever is told of it', { timeout: patience }, () => {
    for (let seed = 1; seed <= (process.env['LONG'] ? 5000 : 150); seed++) {
      const random = randomFrom(seed)
      const document = withoutGiants(randomEstimate(random))
      const some = <T>(list: readonly T[]): Set<T> => new Set(list.filter(() => random() < 0.3))
      const untold = {
        nodes: some(document.nodes.map(({ id }) => id)),
        markups: some(document.markups.map(({ key }) => key)),
      }
      const { entries, sums } = offerOf(document, seed % 3 === 0 ? nothingUntold : untold)
      const own = rollUpEstimate(document)
      expect([sums.net, sums.gross, sums.vat]).toEqual([own.net, own.gross, own.vat])
      const told = [sums.lines, sums.unlisted, sums.rounding, ...sums.markups.map(({ amount }) => amount)]
      expect(plainSum(told), `seed ${seed}`).toBe(plainSum([sums.net]))
      const top = entries.filter(({ kind, depth }) => depth === 1 && kind !== 'subtotal').map(addedBy)
      expect(plainSum(top), `seed ${seed}`).toBe(plainSum([sums.lines]))
    }
  })
})

const addedBy = (entry: OfferEntry): string => {
  if (entry.kind === 'note' || (entry.kind === 'line' && !entry.counts)) return '0'
  return entry.total
}

const plainSum = (amounts: readonly string[]): string =>
  decimalText(amounts.reduce((all, amount) => all.plus(amount), decimal(0)))

// Numbers with more digits than money has.
const withoutGiants = (document: EstimateDocument): EstimateDocument =>
  JSON.parse(JSON.stringify(document).replaceAll(/(\d{9})\d{6,}/g, '$1')) as EstimateDocument
