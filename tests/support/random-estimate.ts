import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import {
  resourceTypes,
  type EstimateDocument,
  type EstimateLine,
  type EstimateMarkup,
  type EstimateNode,
  type ItemType,
} from '#estimating/estimate-document.ts'
import { roundingPresets } from '#estimating/rounding-policy.ts'

export type Random = () => number

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** A decimal of so many digits after the point, now and then negative, huge, zero or exactly half a cent. */
export function randomDecimal(random: Random, size: number, digits: number): string {
  const kind = random()
  if (kind < 0.03) return '0'
  if (kind < 0.06) return pick(random, ['0.005', '0.125', '0.015', '1.005', '2.675'])
  if (kind < 0.08)
    return `${Math.floor(random() * 9e8)}${Math.floor(random() * 9e8)}.${'123456789'.slice(0, digits)}`
  const scale = Math.floor(random() * (digits + 1))
  const text = (random() * size).toFixed(scale)
  return kind > 0.93 ? `-${text}` : text
}

const itemTypes: ItemType[] = [
  'normal',
  'normal',
  'normal',
  'optional_with_total',
  'optional_without_total',
  'base',
  'alternative',
  'lump_sum',
  'daywork',
  'text',
]
const maybe = <T>(random: Random, chance: number, value: () => T): T | null =>
  random() < chance ? value() : null

/** A line that may lack anything, with up to six resources. */
export function randomLine(random: Random, id: string, parentId: string | null): EstimateLine {
  const shares = pick(random, [[], ['100'], ['33.33', '33.33', '33.34'], ['40', '25.5'], ['70', '50']])
  return {
    id,
    lineageId: `lineage ${id}`,
    parentId,
    sort: `a${Math.floor(random() * 60)}`,
    kind: 'line',
    title: `Line ${id}`,
    unit: maybe(random, 0.95, () => pick(random, ['m2', 'm3', 'pcs'])),
    quantity: maybe(random, 0.95, () => randomDecimal(random, 500, 4)),
    unitRate: maybe(random, 0.8, () => randomDecimal(random, 2000, 3)),
    unitRateOverride: maybe(random, 0.15, () => randomDecimal(random, 2000, 3)),
    itemType: pick(random, itemTypes),
    altGroup: maybe(random, 0.6, () => pick(random, ['A', 'B', 'C'])),
    selected: pick(random, [true, false, undefined]),
    discountPct: maybe(random, 0.15, () => randomDecimal(random, 20, 2)),
    vatRate: maybe(random, 0.95, () => pick(random, ['standard', 'reduced', 'none', 'unheard of'])),
    resources: Array.from({ length: Math.floor(random() * 7) }, () => ({
      type: pick(random, resourceTypes),
      itemCode: maybe(random, 0.8, () => pick(random, ['R1', 'R2', 'R3', 'R4'])),
      name: 'Resource',
      unit: pick(random, ['h', 't', 'm3']),
      qtyPerUnit: randomDecimal(random, 10, 6),
      price: randomDecimal(random, 300, 4),
    })),
    classifications: ['DIN276', 'own'].flatMap((set) =>
      shares.map((share, at) => ({ set, code: `${3 + at}${Math.floor(random() * 3)}0`, share })),
    ),
    location: maybe(random, 0.7, () => pick(random, ['L1', 'L2', 'L3'])),
  }
}

/** An estimate of some nodes, now and then of hundreds, a few levels deep, with all that can be in one. */
export function randomEstimate(random: Random): EstimateDocument {
  const sections: (string | null)[] = [null]
  const nodes: EstimateNode[] = []
  const count = Math.floor(random() * (random() < 0.03 ? 400 : 25))
  for (let at = 0; at < count; at++) {
    const id = `n${at}`
    const parentId = pick(random, sections)
    const kind = random() < 0.65 ? 'line' : pick(random, ['section', 'section', 'note', 'subtotal'] as const)
    if (kind === 'line') {
      nodes.push(randomLine(random, id, parentId))
      continue
    }
    if (kind === 'section') sections.push(id)
    const sort = `a${Math.floor(random() * 60)}`
    nodes.push({ id, lineageId: `lineage ${id}`, parentId, sort, kind, title: `Node ${id}` })
  }
  return {
    currency: 'EUR',
    rounding: randomPolicy(random),
    nodes: random() < 0.5 ? nodes : nodes.reverse(),
    markups: randomMarkups(
      random,
      sections.filter((id) => id !== null),
    ),
    vatRates: [
      { code: 'standard', percent: '19' },
      { code: 'reduced', percent: '7' },
      { code: 'none', percent: '0' },
    ],
    discount: maybe(random, 0.4, () =>
      random() < 0.5
        ? { kind: 'percent', value: randomDecimal(random, 10, 2) }
        : { kind: 'fixed', value: randomDecimal(random, 500, 2) },
    ),
  }
}

export function randomPolicy(random: Random): RoundingPolicy {
  if (random() < 0.6) return pick(random, Object.values(roundingPresets))
  const digits = (most: number): number | null => maybe(random, 0.7, () => Math.floor(random() * (most + 1)))
  return {
    preset: 'CUSTOM',
    mode: pick(random, ['half_up', 'half_even']),
    qty: digits(4),
    coefficient: digits(6),
    componentAmount: digits(4),
    unitRate: digits(4),
    lineTotal: pick(random, [0, 2, 2, 3]),
    markup: pick(random, [0, 2, 2, 3]),
    vat: pick(random, [0, 2, 2]),
    vatAt: pick(random, ['document_per_rate', 'line']),
    splitRule: 'largest_remainder',
  }
}

function randomMarkups(random: Random, sections: string[]): EstimateMarkup[] {
  const keys: string[] = []
  return Array.from({ length: Math.floor(random() * 5) }, (_, at) => {
    const markup: EstimateMarkup = {
      key: `m${at}`,
      label: `Markup ${at}`,
      scope: sections.length > 0 ? maybe(random, 0.2, () => pick(random, sections)) : null,
      basis: {
        ...(random() < 0.4 && { types: resourceTypes.filter(() => random() < 0.5) }),
        ...(random() < 0.25 && { costGroups: { set: 'DIN276', codes: ['300', '310', '400'] } }),
        ...(random() < 0.4 && { keys: keys.filter(() => random() < 0.6) }),
      },
      kind: pick(random, ['percent', 'percent', 'fixed', 'per_unit']),
      value: randomDecimal(random, 25, 3),
      unit: 'h',
      quantity: maybe(random, 0.5, () => randomDecimal(random, 1000, 2)),
      spread: pick(random, ['own_line', 'into_rates']),
    }
    keys.push(markup.key)
    return markup
  })
}
