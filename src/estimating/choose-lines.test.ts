import { expect, it } from 'vitest'
import { roundingPresets } from './rounding-policy.ts'
import type { EstimateDocument, EstimateLine, ItemType } from './estimate-document.ts'
import { chooseLines, chosenLines } from './choose-lines.ts'
import { rollUpEstimate } from './roll-up-estimate.ts'

const line = (
  id: string,
  rate: string,
  itemType: ItemType,
  more: Partial<EstimateLine> = {},
): EstimateLine => ({
  id,
  lineageId: id,
  parentId: null,
  sort: id,
  title: id,
  kind: 'line',
  unit: 'm2',
  quantity: '2',
  unitRate: rate,
  itemType,
  vatRate: 'standard',
  resources: [],
  classifications: [],
  ...more,
})
const document: EstimateDocument = {
  currency: 'EUR',
  rounding: roundingPresets.GAEB,
  nodes: [
    line('a', '100', 'normal'),
    line('b', '10', 'base', { altGroup: 'floor' }),
    line('c', '15', 'alternative', { altGroup: 'floor', selected: false }),
    line('d', '20', 'alternative', { altGroup: 'floor', selected: false }),
    line('e', '7', 'optional_with_total', { selected: true }),
    line('f', '3', 'optional_without_total', { selected: false }),
  ],
  markups: [],
  vatRates: [{ code: 'standard', percent: '19' }],
}
const open = new Set(['c', 'd', 'e', 'f'])
const net = (chosen: string[]): string => rollUpEstimate(chooseLines(document, open, new Set(chosen))).net

it('counts what is chosen: options come and go, an alternative takes the place of its base', () => {
  expect(chosenLines(document)).toEqual(['e'])
  expect(net(['e'])).toBe(rollUpEstimate(document).net)
  expect([net([]), net(['e']), net(['e', 'f']), net(['c']), net(['d', 'f'])]).toEqual([
    '220.00',
    '234.00',
    '240.00',
    '230.00',
    '246.00',
  ])
})

it('refuses lines that are not open, and two for one', () => {
  const codeOf = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return (error as { details: { code: string }[] }).details[0]?.code
    }
  }
  expect(codeOf(() => net(['c', 'd']))).toBe('alternatives')
  expect(codeOf(() => net(['a']))).toBe('not_open')
  expect(codeOf(() => chooseLines(document, new Set(['c']), new Set(['f'])))).toBe('not_open')
})
