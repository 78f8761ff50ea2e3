import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { pick, randomDecimal, randomEstimate, type Random } from '../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, resourceOf } from '../../tests/support/sample-estimate.ts'
import type { EstimateDocument, EstimateLine } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { lineValues, sectionValues, versionValues, type KeptValues } from './kept-values.ts'
import { totalsOf } from './roll-up-estimate.ts'
import { EstimateWorksheet } from './worksheet.ts'
import { documentIn, worksheetForm } from './worksheet-form.ts'

const sent = (document: EstimateDocument, formulas: [string, string][] = []) =>
  JSON.parse(JSON.stringify(worksheetForm(document, new Map(formulas), [])))
const count = process.env['LONG'] ? 5000 : 150
const patience = process.env['LONG'] ? 1_800_000 : 60_000

/** All that is kept of an estimate that is rolled up as a whole. */
function whole(document: EstimateDocument): { row(id: string): KeptValues; version(): KeptValues } {
  const totals = totalsOf(new EstimateRollUp(document))
  return {
    version: () => versionValues(totals),
    row(id) {
      const node = must(document.nodes.find((one) => one.id === id))
      return node.kind === 'line' ? lineValues(node, totals.line(id)) : sectionValues(totals.nodes.get(id))
    },
  }
}

function randomEdit(random: Random): [KeptValues, Partial<EstimateLine>] {
  const number = randomDecimal(random, 900, 3)
  return pick(random, [
    [{ quantity: number }, { quantity: number }],
    [{ quantity: null }, { quantity: null }],
    [{ unit_rate: number }, { unitRate: number }],
    [{ rate_override: number }, { unitRateOverride: number }],
    [{ vat_code: 'reduced' }, { vatRate: 'reduced' }],
    [
      { item_type: 'alternative', selected: true },
      { itemType: 'alternative', selected: true },
    ],
    [{ discount_pct: '12.5' }, { discountPct: '12.5' }],
  ])
}

describe('EstimateWorksheet', () => {
  it(
    '[R-07] comes to what the server keeps, whatever is edited, taken and given up, in random estimates',
    () => {
      const random = randomFrom(4711)
      let compared = 0
      for (let at = 0; at < count; at++) {
        let stored: EstimateDocument = { ...randomEstimate(random), vatRates: estimateOf([]).vatRates }
        const sheet = new EstimateWorksheet(sent(stored))
        const ids = stored.nodes.flatMap(({ id, kind }) => (kind === 'line' ? [id] : []))
        for (let step = 0; step < 4 && ids.length > 0; step++) {
          const edits: Record<string, KeptValues> = {}
          const changes: Record<string, Partial<EstimateLine>> = {}
          for (let edit = 0; edit < 1 + step; edit++) {
            const id = pick(random, ids)
            ;[edits[id], changes[id]] = randomEdit(random)
          }
          const edited = {
            ...stored,
            nodes: stored.nodes.map((node) => ({ ...node, ...changes[node.id] })),
          } as EstimateDocument
          const answer = sheet.show(edits)
          const expected = whole(edited)
          // Numbers too long to be kept are refused on both sides.
          if (answer.unknown.length > 0) {
            expect(() => [expected.version(), ...edited.nodes.map(({ id }) => expected.row(id))]).toThrow()
            break
          }
          expect(answer.version).toEqual(expected.version())
          for (const id of Object.keys(edits)) expect(Object.keys(answer.rows)).toContain(id)
          for (const [id, values] of Object.entries(answer.rows)) {
            expect(expected.row(id)).toMatchObject(values)
            compared++
          }
          if (random() < 0.5) {
            sheet.keep(edits)
            stored = edited
          }
        }
      }
      expect(compared).toBeGreaterThan(count)
    },
    patience,
  )

  const wall = lineOf('wall', { unit: 'm2', quantity: '4', resources: [resourceOf('labour', '0.5', '40')] })

  it('sends no names, and loses nothing that is reckoned with', () => {
    const unpriced = { ...resourceOf('material', '2', '0'), unpriced: true as const }
    const document = estimateOf([wall, lineOf('open', { resources: [unpriced] })])
    const form = sent(document)
    expect(JSON.stringify(form)).not.toContain('title')
    expect(whole(documentIn(form)).version()).toEqual(whole(document).version())
    expect(whole(documentIn(form)).row('wall')).toEqual(whole(document).row('wall'))
  })

  it('works a formula out, drops it when a quantity is typed over it, and leaves a wrong one to the server', () => {
    const sheet = new EstimateWorksheet({
      ...sent(estimateOf([wall]), [['wall', '2 * m * 2 * m']]),
      variables: [{ id: 'v', key: 'height', label: 'Height', unit: 'm', formula: '2.5' }],
    })
    expect(sheet.show({ wall: { qty_formula: 'height * 4 * m' } }).rows['wall']).toMatchObject({
      quantity: '10.000000',
      line_total: '200.00',
    })
    expect(sheet.show({ wall: { quantity: '3' } }).rows['wall']).toMatchObject({
      qty_formula: null,
      line_total: '60.00',
    })
    expect(sheet.show({ wall: { qty_formula: 'height' } })).toMatchObject({ unknown: ['wall'], rows: {} })
    expect(sheet.show({}).version['direct_cost']).toBe('80.00')
  })

  it('says what only the server can tell: prices, places, lines it does not have', () => {
    const sheet = new EstimateWorksheet(sent(estimateOf([wall])))
    expect(sheet.show({ wall: { item: 'x' }, other: { quantity: '1' } }).unknown).toEqual(['wall', 'other'])
    expect([sheet.isAt('wall', '1'), sheet.isAt('wall', '1.2')]).toEqual([true, false])
  })
})

it('a line that becomes an alternative waits to be chosen, one that becomes an option in the total counts', () => {
  const sheet = new EstimateWorksheet(sent(estimateOf([lineOf('wall', { quantity: '2', unitRate: '10' })])))
  const direct = (values: KeptValues) => sheet.show({ wall: values }).version['direct_cost']
  expect(direct({ item_type: 'alternative' })).toBe('0.00')
  expect(direct({ item_type: 'alternative', selected: true })).toBe('20.00')
  expect(direct({ item_type: 'optional_without_total' })).toBe('0.00')
  expect(direct({ item_type: 'optional_with_total' })).toBe('20.00')
})
