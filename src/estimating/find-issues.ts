import type { EstimateLine } from './estimate-document.ts'
import { compareFixed, parseFixed, sumFixed } from './fixed.ts'

/**
 * What a line lacks: its unit, rate, quantity, VAT rate or cost group; `shares` are more than 100 % of one set,
 * `alternatives` more than one selected in a group. None of them stops a sum: what lacks is reckoned as nothing.
 */
export type IssueCode = 'unit' | 'rate' | 'quantity' | 'vat' | 'group' | 'shares' | 'alternatives'

export interface EstimateIssue {
  nodeId: string
  code: IssueCode
}

/**
 * The issues of one line, in the order above.
 * @param knownVat whether there is a VAT rate of a code
 * @param selectedIn how many alternatives of a group are selected
 */
export function findIssues(
  line: EstimateLine,
  knownVat: (code: string) => boolean,
  selectedIn: (group: string) => number,
): EstimateIssue[] {
  if (line.itemType === 'text') return []
  const lacks: Record<IssueCode, boolean> = {
    unit: !line.unit,
    rate: line.resources.length === 0 && line.unitRate === null && line.unitRateOverride == null,
    quantity: line.quantity === null && line.itemType !== 'lump_sum',
    vat: line.vatRate === null || !knownVat(line.vatRate),
    group: line.classifications.length === 0,
    shares: sharesExceed(line),
    alternatives:
      line.itemType === 'alternative' &&
      line.selected === true &&
      line.altGroup != null &&
      selectedIn(line.altGroup) > 1,
  }
  const codes = Object.keys(lacks) as IssueCode[]
  return codes.filter((code) => lacks[code]).map((code) => ({ nodeId: line.id, code }))
}

function sharesExceed({ classifications }: EstimateLine): boolean {
  if (classifications.length < 2 && classifications[0]?.share === '100') return false
  const sets = new Set(classifications.map(({ set }) => set))
  return [...sets].some((set) => {
    const shares = classifications.filter((part) => part.set === set).map(({ share }) => parseFixed(share))
    return compareFixed(sumFixed(shares), { units: 100, scale: 0 }) > 0
  })
}
