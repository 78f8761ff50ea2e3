import type { ResourceType } from './estimate-document.ts'
import type { EstimateIssue } from './find-issues.ts'

/** What the end of an estimate says. Amounts are decimal strings with the digits of the policy. */
export interface EstimateSummary {
  currency: string
  /** The sum of the lines that count, before markups. */
  direct: string
  byType: Record<ResourceType, string>
  markups: MarkupTotals[]
  /** Direct cost and markups. */
  net: string
  discount: string
  afterDiscount: string
  /** By rate, in the order of the version's rates. The bases add up to the net after discount. */
  vat: VatTotals[]
  vatAmount: string
  gross: string
}

export interface MarkupTotals {
  key: string
  label: string
  basis: string
  amount: string
  /** Where it really went: a markup that covers no line stays below the sum. */
  spread: 'own_line' | 'into_rates'
}

export interface VatTotals {
  /** Empty for lines without a code. */
  code: string
  percent: string
  base: string
  amount: string
}

export interface EstimateTotals extends EstimateSummary {
  /**
   * One line. It is worked out already; its texts are written when they are asked for, as a screen shows a few dozen lines of
   * ten thousand, and writing all of them takes half as long again as all the rest.
   */
  line: (id: string) => LineTotals
  /** Sections and subtotals. */
  nodes: Map<string, NodeTotals>
  issues: EstimateIssue[]
}

export interface LineTotals {
  quantity: string
  unitRate: string | null
  rateFrom: 'resources' | 'manual' | 'override' | 'none'
  /** What of the rate no resource explains. */
  adjustment: string
  /** Quantity × unit rate, before the line's discount. */
  amount: string
  discount: string
  total: string
  /** Only types that are not zero; they add up to the total. */
  byType: Partial<Record<ResourceType, string>>
  /** Whether the total takes part in the sums. An option that does not keeps its own value. */
  counts: boolean
  /** Its share of the markups that go into the rates. */
  carried: string
  /** Total and share: the nets of the lines that count add up to the net with the markups below the sum. */
  net: string
}

/** The sum of the lines in it that count: before markups, and with what they carry. */
export interface NodeTotals {
  total: string
  net: string
}
