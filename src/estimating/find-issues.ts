import { groupBy } from '#base/group-by.ts'
import { isUnpriced, type EstimateClassification, type EstimateLine } from './estimate-document.ts'
import { compareFixed, hundred, parseFixed, sumFixed, type Fixed } from './fixed.ts'

/**
 * What a line lacks: its unit, rate, the price of a resource, quantity, VAT rate or cost group; `shares` are more than 100 % of one set,
 * `alternatives` more than one selected in a group. None of them stops a sum: what lacks is reckoned as nothing.
 */
export interface EstimateIssue {
  nodeId: string
  code: 'unit' | 'rate' | 'price' | 'quantity' | 'vat' | 'group' | 'shares' | 'alternatives'
}

/**
 * Adds the issues of one line to a list, in the order above.
 * @param vatCodes the codes that have a rate
 * @param choices how many alternatives of a group are selected
 */
export function findIssues(
  line: EstimateLine,
  vatCodes: ReadonlySet<string>,
  choices: { selectedIn: (group: string) => number },
  issues: EstimateIssue[],
): void {
  const { id: nodeId, itemType, altGroup } = line
  if (itemType === 'text') return
  if (!line.unit) issues.push({ nodeId, code: 'unit' })
  if (line.resources.length === 0 && line.unitRate === null && line.unitRateOverride == null)
    issues.push({ nodeId, code: 'rate' })
  if (line.resources.some(isUnpriced)) issues.push({ nodeId, code: 'price' })
  if (line.quantity === null && itemType !== 'lump_sum') issues.push({ nodeId, code: 'quantity' })
  if (line.vatRate === null || !vatCodes.has(line.vatRate)) issues.push({ nodeId, code: 'vat' })
  if (line.classifications.length === 0) issues.push({ nodeId, code: 'group' })
  if (moreThanAll(line.classifications) !== null) issues.push({ nodeId, code: 'shares' })
  const chosen = itemType === 'alternative' && line.selected === true && altGroup != null
  if (chosen && choices.selectedIn(altGroup) > 1) issues.push({ nodeId, code: 'alternatives' })
}

/** What shares add up to in the first set where that is more than 100 %; null where it is so in none. */
export function moreThanAll(parts: readonly EstimateClassification[]): Fixed | null {
  if (parts.length < 2 && (parts[0]?.share ?? '100') === '100') return null
  const sums = [...groupBy(parts, ({ set }) => set).values()].map((own) =>
    sumFixed(own.map(({ share }) => parseFixed(share))),
  )
  return sums.find((sum) => compareFixed(sum, hundred) > 0) ?? null
}
