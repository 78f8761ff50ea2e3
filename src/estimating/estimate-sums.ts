import { must } from '#base/assert.ts'
import { vatOn } from './charge-vat.ts'
import { resourceTypes, type EstimateDocument, type EstimateLine } from './estimate-document.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import { growTree } from './estimate-tree.ts'
import { fixedText, parseFixed, roundFixed, subtractFixed, sumFixed, zero, type Fixed } from './fixed.ts'
import { readyMarkups } from './markup-basis.ts'
import type { RolledLine } from './roll-up-line.ts'
import { vatCodes, type VatCodes } from './vat-codes.ts'

/** Everything that the end of an estimate is reckoned from. */
export type RolledSums = Pick<
  EstimateRollUp,
  'document' | 'markups' | 'codes' | 'bases' | 'direct' | 'lineVat' | 'byType' | 'counted'
>

/** What the lines that count come to of each type, in the order of `resourceTypes`, by VAT code; `''` is no known code. */
export type EstimateSums = Readonly<Record<string, readonly string[]>>

/** What one line adds: nothing where it does not count. */
export interface LineAmounts {
  vatRate: string | null
  byType: readonly string[]
}

/** The sums of an estimate that was rolled up as a whole. */
export function sumsOf(rolled: EstimateRollUp): EstimateSums {
  const { lineTotal: scale } = rolled.document.rounding
  return changedSums(
    {},
    [],
    rolled.counted().map(({ rolled: { line, byType } }) => ({
      vatRate: line.vatRate,
      byType: byType.map((units) => fixedText({ units, scale })),
    })),
    rolled.codes,
  )
}

/**
 * The sums after some lines were changed: they lose what these were and gain what they are. Exact, so that any number of
 * changes leads to what a whole roll-up gives.
 */
export function changedSums(
  sums: EstimateSums,
  before: readonly LineAmounts[],
  after: readonly LineAmounts[],
  codes: VatCodes,
): EstimateSums {
  const next = new Map(Object.entries(sums).map(([code, types]) => [code, types.map(parseFixed)]))
  const add = (lines: readonly LineAmounts[], change: (sum: Fixed, amount: Fixed) => Fixed): void => {
    for (const { vatRate, byType } of lines) {
      const code = must(codes.codes[codes.indexOf(vatRate)])
      const known = next.get(code) ?? resourceTypes.map(() => zero)
      next.set(
        code,
        known.map((sum, at) => change(sum, parseFixed(byType[at] ?? '0'))),
      )
    }
  }
  add(before, subtractFixed)
  add(after, (sum, amount) => sumFixed([sum, amount]))
  return Object.fromEntries([...next].map(([code, types]) => [code, types.map(money)]))
}

const money = (amount: Fixed): string => fixedText(roundFixed(amount, Math.max(amount.scale, 2), 'half_up'))

/**
 * Whether the end of an estimate follows from its sums alone: its markups stay below the sum and are for the whole, VAT is
 * charged on the document, and no subtotal looks back over its siblings.
 */
export const needsNoLines = ({ nodes, markups, rounding }: EstimateDocument): boolean =>
  rounding.vatAt === 'document_per_rate' &&
  nodes.every(({ kind }) => kind !== 'subtotal') &&
  markups.every(
    ({ spread, scope, kind, basis }) =>
      spread === 'own_line' && scope == null && kind !== 'per_unit' && !basis.costGroups,
  )

/**
 * The sums as `summarise` reads them, without any line, of an estimate that `needsNoLines`.
 * @example summarise(rolledSums(document, sums)).gross
 */
export function rolledSums(document: Omit<EstimateDocument, 'nodes'>, sums: EstimateSums): RolledSums {
  const whole: EstimateDocument = { ...document, nodes: [] }
  const codes = vatCodes(whole)
  const { lineTotal: scale } = document.rounding
  const lines = codes.codes.map((code): RolledLine => {
    const types = resourceTypes.map((_, at) =>
      roundFixed(parseFixed(sums[code]?.[at] ?? '0'), scale, 'half_up'),
    )
    return { ...nothing, byType: types.map(({ units }) => units), total: { ...sumFixed(types) } }
  })
  const direct = lines.map(({ total }) => total)
  const markups = readyMarkups(whole, growTree([]))
  return {
    document: whole,
    codes,
    markups,
    direct,
    lineVat: direct.map((amount, at) => vatOn(amount, at, codes, document.rounding)),
    bases: markups.map(({ directPart }) => ({ direct: lines.map(directPart), units: zero })),
    byType: resourceTypes.map((_, at) => lines.reduce((sum, line) => sum + must(line.byType[at]), 0n)),
    counted: () => [],
  }
}

const line: EstimateLine = {
  id: '',
  lineageId: '',
  parentId: null,
  sort: '',
  title: '',
  kind: 'line',
  unit: null,
  quantity: null,
  unitRate: null,
  itemType: 'normal',
  vatRate: null,
  resources: [],
  classifications: [],
}

const nothing: Omit<RolledLine, 'byType' | 'total'> = {
  line,
  quantity: zero,
  times: zero,
  rate: null,
  rateFrom: 'none',
  adjustment: zero,
  amount: zero,
  discount: zero,
}
