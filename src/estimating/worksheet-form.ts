import { must } from '#base/assert.ts'
import {
  resourceTypes,
  type EstimateDocument,
  type EstimateHeading,
  type EstimateLine,
  type EstimateResource,
} from './estimate-document.ts'
import type { EstimateVariable } from './work-out-variables.ts'

/** Place of the type, quantity for one unit, price (null where nobody knows it), unit where a markup asks for it. */
type SheetResource = readonly [number, string, string | null, string?]

type SheetLine = Omit<EstimateLine, 'resources' | 'classifications' | 'lineageId' | 'title' | 'text'> & {
  resources?: readonly SheetResource[]
  /** Only where a markup is reckoned on groups. */
  classifications?: EstimateLine['classifications']
  /** What its quantity is worked out from. */
  formula?: string
}
type SheetHeading = Omit<EstimateHeading, 'lineageId' | 'title' | 'text'>

/** A version as far as its sums go, short enough to be sent to a browser: without names and texts. Plain JSON. */
export interface WorksheetForm {
  version: Omit<EstimateDocument, 'nodes'>
  nodes: (SheetLine | SheetHeading)[]
  variables: EstimateVariable[]
}

/** What a browser is sent of a version; `formulas` of quantities by line. */
export function worksheetForm(
  document: EstimateDocument,
  formulas: ReadonlyMap<string, string>,
  variables: readonly EstimateVariable[],
): WorksheetForm {
  const { nodes, ...version } = document
  const needsUnits = version.markups.some(({ kind }) => kind === 'per_unit')
  const needsGroups = version.markups.some(({ basis }) => basis.costGroups)
  return {
    version,
    variables: [...variables],
    nodes: nodes.map((node) => {
      const { lineageId: _lineage, title: _title, text: _text, ...place } = node
      if (place.kind !== 'line') return place
      const { resources, classifications, ...line } = place
      const formula = formulas.get(node.id)
      return withoutNothing({
        ...line,
        ...(formula !== undefined && { formula }),
        ...(needsGroups && { classifications }),
        ...(resources.length > 0 && { resources: resources.map(needsUnits ? packedWithUnit : packed) }),
      })
    }),
  }
}

/** The version again, with empty names. */
export function documentIn({ version, nodes }: WorksheetForm): EstimateDocument {
  return {
    ...version,
    nodes: nodes.map((node) => {
      const place = { ...node, lineageId: node.id, title: '' }
      if (place.kind !== 'line') return place
      const { formula: _formula, resources, ...line } = place
      return {
        ...line,
        unit: line.unit ?? null,
        quantity: line.quantity ?? null,
        unitRate: line.unitRate ?? null,
        vatRate: line.vatRate ?? null,
        resources: resources?.map(unpacked) ?? [],
        classifications: line.classifications ?? [],
      }
    }),
  }
}

const packed = ({ type, qtyPerUnit, price, unpriced }: EstimateResource): SheetResource => [
  resourceTypes.indexOf(type),
  qtyPerUnit,
  unpriced ? null : price,
]

const packedWithUnit = (resource: EstimateResource): SheetResource => {
  const [type, qtyPerUnit, price] = packed(resource)
  return [type, qtyPerUnit, price, resource.unit]
}

const unpacked = ([type, qtyPerUnit, price, unit = '']: SheetResource): EstimateResource => ({
  type: must(resourceTypes[type]),
  name: '',
  unit,
  qtyPerUnit,
  ...(price === null ? { price: '0', unpriced: true } : { price }),
})

/** A section and a place at the top must say so; any other empty value may be left out. */
const withoutNothing = (line: SheetLine): SheetLine =>
  Object.fromEntries(
    Object.entries(line).filter(([key, value]) => value !== null || key === 'parentId'),
  ) as unknown as SheetLine
