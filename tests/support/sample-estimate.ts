import type {
  EstimateDocument,
  EstimateHeading,
  EstimateLine,
  EstimateResource,
} from '#estimating/estimate-document.ts'
import { roundingPresets } from '#estimating/rounding-policy.ts'

/** An estimate of these nodes that rounds by GAEB and charges 19 and 7 per cent. */
export const estimateOf = (
  nodes: EstimateDocument['nodes'],
  changes: Partial<EstimateDocument> = {},
): EstimateDocument => ({
  currency: 'EUR',
  rounding: roundingPresets.GAEB,
  nodes: nodes.map((node, at) => ({ ...node, sort: node.sort || `a${String(at).padStart(5, '0')}` })),
  markups: [],
  vatRates: [
    { code: 'full', percent: '19' },
    { code: 'low', percent: '7' },
  ],
  ...changes,
})

export const sectionOf = (id: string, parentId: string | null = null): EstimateHeading => ({
  id,
  lineageId: `of ${id}`,
  parentId,
  sort: '',
  kind: 'section',
  title: id,
})

/** A line of 1 m2 that lacks nothing but a rate. */
export const lineOf = (id: string, changes: Partial<EstimateLine> = {}): EstimateLine => ({
  id,
  lineageId: `of ${id}`,
  parentId: null,
  sort: '',
  kind: 'line',
  title: id,
  unit: 'm2',
  quantity: '1',
  unitRate: null,
  itemType: 'normal',
  vatRate: 'full',
  resources: [],
  classifications: [{ set: 'DIN276', code: '330', share: '100' }],
  ...changes,
})

export const resourceOf = (
  type: EstimateResource['type'],
  qtyPerUnit: string,
  price: string,
): EstimateResource => ({
  type,
  itemCode: `${type} ${price}`,
  name: type,
  unit: type === 'labour' ? 'h' : 't',
  qtyPerUnit,
  price,
})
