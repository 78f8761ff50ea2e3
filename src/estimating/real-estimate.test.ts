import { existsSync, readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { estimateOf, lineOf } from '../../tests/support/sample-estimate.ts'
import { compareEstimates } from './compare-estimates.ts'
import { resourceTypes, type EstimateDocument, type ResourceType } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { addFixed, parseFixed, plainText, sumFixed, zero } from './fixed.ts'
import { rollUpEstimate } from './roll-up-estimate.ts'
import { roundingPresets } from './rounding-policy.ts'
import { splitAmount } from './split-amount.ts'
import { totalByType } from './total-by-type.ts'

const folder = '../shared/data/cost'

type Row = Record<string, string>
const read = (name: string): Row[] =>
  Papa.parse<Row>(readFileSync(`${folder}/cwicr_example_estimate_de_berlin_${name}.csv`, 'utf8').trim(), {
    header: true,
  }).data

describe.skipIf(!existsSync(`${folder}/cwicr_example_estimate_de_berlin_lines.csv`))(
  'the published CWICR estimate (skipped where ../shared/data is absent)',
  () => {
    const lines = read('lines')
    const components = read('components')
    const ofLine = (pos: string | undefined): Row[] =>
      components.filter((component) => component['pos'] === pos)

    it('splits its 87 totals over the types of its 595 components so that they add up', () => {
      expect([lines.length, components.length]).toEqual([87, 595])
      const sums = new Map<ResourceType, typeof zero>(resourceTypes.map((type) => [type, zero]))
      for (const { pos, total_eur } of lines) {
        const costs = resourceTypes.map((type) =>
          sumFixed(
            ofLine(pos)
              .filter((component) => component['type'] === type)
              .map((component) => parseFixed(must(component['cost_eur']))),
          ),
        )
        splitAmount(parseFixed(must(total_eur)), costs).forEach((part, at) => {
          const type = must(resourceTypes[at])
          sums.set(type, addFixed(must(sums.get(type)), part))
        })
      }
      expect(plainText(sumFixed(sums.values()))).toBe('660076.91')
      // The components alone come to 388,280.59, 69,021.98 and 202,774.35. In 42 lines they are not the total that is
      // printed beside them, so a proportion of that total moves six cents between types, and one away.
      expect(Object.fromEntries([...sums].map(([type, sum]) => [type, plainText(sum)]))).toEqual({
        labour: '388280.53',
        equipment: '69021.98',
        material: '202774.4',
        subcontract: '0',
        other: '0',
      })
    })

    const document = (rounding: EstimateDocument['rounding']): EstimateDocument =>
      estimateOf(
        lines.map(({ pos, unit, quantity }) =>
          lineOf(must(pos), {
            unit: unit ?? null,
            quantity: quantity ?? null,
            resources: ofLine(pos).map((component) => ({
              type: component['type'] as ResourceType,
              itemCode: component['resource_code'] ?? null,
              name: component['resource_name'] ?? '',
              unit: component['resource_unit'] ?? '',
              qtyPerUnit: component['quantity_per_rate_unit'] ?? '',
              price: component['unit_price_eur'] ?? '',
            })),
          }),
        ),
        { rounding },
      )

    it.each(Object.entries(roundingPresets))(
      'rolls it up by %s with one sum in every pivot',
      (_, rounding) => {
        const totals = rollUpEstimate(document(rounding))
        const byType = totalByType(new EstimateRollUp(document(rounding)))
        const sum = (amounts: string[]): string =>
          decimalText(amounts.reduce((total, amount) => total.plus(amount), decimal(0)))
        expect(sum(byType.map(({ amount }) => amount))).toBe(decimalText(decimal(totals.direct)))
        expect(sum(byType.flatMap(({ resources }) => resources.map(({ amount }) => amount)))).toBe(
          decimalText(decimal(totals.direct)),
        )
        expect(totals.byType.equipment).not.toBe('0.00')
      },
    )

    it('says what another policy makes of it as one step', () => {
      const { bridge } = compareEstimates(document(roundingPresets.EXACT), document(roundingPresets.FIEBDC))
      const { from, to, rounding, ...rest } = bridge
      expect(decimalText(decimal(from).plus(rounding))).toBe(decimalText(decimal(to)))
      expect(new Set(Object.values(rest))).toEqual(new Set(['0.00']))
    })
  },
)
