import {
  resourceTypes,
  type EstimateDocument,
  type EstimateNode,
} from '../../src/estimating/estimate-document.ts'
import { roundingPresets } from '../../src/estimating/rounding-policy.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'

/** So many lines of six of 2,000 resources, in chapters of ten sections of twenty lines, with three markups. */
export function largeEstimate(lines: number): EstimateDocument {
  const random = randomFrom(11)
  const number = (size: number, digits: number): string => (random() * size).toFixed(digits)
  const prices = Array.from({ length: 2000 }, () => number(90, 2))
  const nodes: EstimateNode[] = []
  const place = (at: number): string => `a${String(at).padStart(6, '0')}`
  const section = (id: string, parentId: string | null, at: number): EstimateNode => ({
    id,
    lineageId: id,
    parentId,
    sort: place(at),
    kind: 'section',
    title: id,
  })
  for (let at = 0; at < lines; at++) {
    const [chapter, part] = [`chapter ${Math.floor(at / 200)}`, `section ${Math.floor(at / 20)}`]
    if (at % 200 === 0) nodes.push(section(chapter, null, at))
    if (at % 20 === 0) nodes.push(section(part, chapter, at))
    nodes.push({
      id: `line ${at}`,
      lineageId: `line ${at}`,
      parentId: part,
      sort: place(at),
      kind: 'line',
      title: `Line ${at}`,
      unit: 'm2',
      quantity: number(500, 3),
      unitRate: null,
      itemType: 'normal',
      vatRate: at % 9 === 0 ? 'reduced' : 'standard',
      resources: Array.from({ length: 6 }, (_, index) => {
        const kind = (at + index) % 4
        const code = Math.floor(random() * 500) * 4 + kind
        return {
          type: resourceTypes[kind] ?? 'other',
          itemCode: `R${code}`,
          name: 'Resource',
          unit: kind === 0 ? 'h' : 't',
          qtyPerUnit: number(4, 6),
          price: prices[code] ?? '0',
        }
      }),
      classifications: [{ set: 'DIN276', code: String(300 + (at % 90)), share: '100' }],
      location: `L${at % 12}`,
    })
  }
  const markup = { kind: 'percent', spread: 'own_line' } as const
  return {
    currency: 'EUR',
    rounding: roundingPresets.GAEB,
    nodes,
    markups: [
      { ...markup, key: 'site', label: 'Site', basis: { types: ['labour', 'equipment'] }, value: '12.5' },
      { ...markup, key: 'office', label: 'Office', basis: {}, value: '8' },
      {
        ...markup,
        key: 'profit',
        label: 'Profit',
        basis: { types: [...resourceTypes], keys: ['site', 'office'] },
        value: '3',
      },
    ],
    vatRates: [
      { code: 'standard', percent: '19' },
      { code: 'reduced', percent: '7' },
    ],
  }
}
