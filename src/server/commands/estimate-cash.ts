import { z } from 'zod'
import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { resourceTypes } from '#estimating/estimate-document.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { markupsByCategory, spentMarkups } from '../estimates/markup-categories.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { costTypeWords } from '../estimates/cost-type-words.ts'
import { defineCommand } from './command.ts'

/**
 * Where the money of a version goes: from what the customer pays to what is left. VAT is passed on; cost by type and what
 * runs the site and the company go out; risk, contingency, profit and discount are the margin. The rows add up to the cent.
 */
export const estimateCash = defineCommand({
  name: 'estimate.cash',
  title: 'Margin and cash',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    const stored = await loadVersion(context, version)
    const totals = rollUpEstimate(documentOf(stored))
    const marked = markupsByCategory(stored, totals.markups)
    const rows = [
      row('in', 'Customer pays', totals.gross),
      row('out', 'VAT', totals.vatAmount),
      ...resourceTypes.map((type) => row('out', costTypeWords[type], totals.byType[type])),
      ...Object.entries(spentMarkups).map(([category, what]) =>
        row('out', what, marked.get(category) ?? '0'),
      ),
    ].filter(({ way, amount }) => way === 'in' || !decimal(amount).eq(0))
    const left = rows.reduce((sum, { amount }) => sum.plus(amount), decimal(0))
    const parts = Object.entries(marginWords)
      .map(([category, what]) => row('in', what, marked.get(category) ?? '0'))
      .concat(row('out', 'Discount', totals.discount))
      .filter(({ amount }) => !decimal(amount).eq(0))
    return {
      currency: totals.currency,
      rows: rows.map(({ what, amount }) => ({ what, amount })),
      left: money(left),
      share: decimal(totals.afterDiscount).eq(0)
        ? null
        : roundHalfUp(left.div(totals.afterDiscount).times(100), 2),
      /** What the margin is made of. */
      parts: parts.map(({ what, amount }) => ({ what, amount })),
    }
  },
})

/** Markups that stay where all goes well. */
const marginWords = {
  risk: 'Risk',
  contingency: 'Contingency',
  profit: 'Profit',
  discount: 'Discount',
} as const

const money = (amount: Decimal | string): string => roundHalfUp(decimal(amount), 2)

const row = (way: 'in' | 'out', what: string, amount: Decimal | string) => ({
  way,
  what,
  amount: money(way === 'in' ? amount : decimal(amount).times(-1)),
})
