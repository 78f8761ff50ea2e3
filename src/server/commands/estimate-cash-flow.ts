import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { decimal, roundHalfUp, type Decimal } from '#base/decimal.ts'
import { cashFlow, type CashMonth, type CashWork } from '#estimating/cash-flow.ts'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import type { Place } from '#estimating/estimate-tree.ts'
import { parseFixed } from '#estimating/fixed.ts'
import type { PlannedDays } from '#estimating/planned-work.ts'
import { summarise } from '#estimating/summarise.ts'
import { documentOf } from '../estimates/document-of.ts'
import { markupsByCategory, spentMarkups } from '../estimates/markup-categories.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { plannedDays, projectDays } from '../estimates/planned-days.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

const days = z
  .string()
  .regex(/^\d{1,3}$/)
  .default('30')

/**
 * When the money of a version comes and goes, month by month, without VAT: by the days its sections and lines are planned
 * for, and for the rest by the days that are given, those of the project, or the first and the last that are planned. What
 * is left in the end is what `estimate.cash` says.
 */
export const estimateCashFlow = defineCommand({
  name: 'estimate.cash-flow',
  title: 'Cash over time',
  input: z.strictObject({
    version: z.uuid(),
    start: z.iso.date().nullish(),
    finish: z.iso.date().nullish(),
    /** After the invoice at the end of each month. */
    customer_days: days,
    supplier_days: days,
  }),
  changes: [],
  reads: true,
  async run(context, { version, start, finish, customer_days, supplier_days }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    const stored = await loadVersion(context, version)
    const estimate = await visibleRow(
      context,
      'estimates',
      String(stored.version.attributes.estimate),
      'read',
    )
    const plans = await plannedDays(context, estimate.id)
    const document = documentOf(stored)
    const rolled = new EstimateRollUp(document)
    const totals = summarise(rolled)
    const lines = rolled.counted().map((place) => ({
      byType: place.rolled.byType.map((units) => ({ units, scale: place.rolled.total.scale })),
      plan: planOf(place, plans),
    }))
    const rest = spanOf({ start, finish }, await projectDays(context, estimate), [...plans.values()])
    const works = lines.flatMap(({ byType, plan }): CashWork[] => {
      const own = plan ?? rest
      return own ? [{ byType, plan: own }] : []
    })
    const marked = markupsByCategory(stored, totals.markups)
    const overhead = Object.keys(spentMarkups).reduce(
      (sum, category) => sum.plus(marked.get(category) ?? '0'),
      decimal(0),
    )
    const months = cashFlow(
      works,
      { income: cents(totals.afterDiscount), overhead: cents(overhead) },
      { customerDays: Number(customer_days), supplierDays: Number(supplier_days) },
    )
    return {
      currency: totals.currency,
      /** Between these days stands what has none of its own. */
      start: rest?.start ?? null,
      finish: rest?.finish ?? null,
      planned: lines.filter(({ plan }) => plan !== null).length,
      unplanned: lines.filter(({ plan }) => plan === null).length,
      months: months.map((month) => ({ ...month })),
      lowest: lowestOf(months),
      left: months.at(-1)?.balance ?? null,
    }
  },
})

/** The days of a line, or of the nearest section with any. */
function planOf(line: Place, plans: ReadonlyMap<string, PlannedDays>): PlannedDays | null {
  for (let at: Place | null = line; at; at = at.parent) {
    const plan = plans.get(at.node.lineageId)
    if (plan) return plan
  }
  return null
}

type Days = { [key in keyof PlannedDays]?: string | null | undefined }

/**
 * From when to when the work is that has no days of its own: what is known first. Where the project and the plans
 * contradict each other, the plans alone. Null where nothing is known of either.
 */
function spanOf(asked: Days, project: Days, plans: readonly PlannedDays[]): PlannedDays | null {
  const sorted = (key: keyof PlannedDays): string[] => plans.map((plan) => plan[key]).toSorted()
  const planned = { start: sorted('start')[0], finish: sorted('finish').at(-1) }
  const start = asked.start ?? project.start ?? planned.start
  const finish = asked.finish ?? project.finish ?? planned.finish
  if (!start || !finish) return null
  if (finish >= start) return { start, finish }
  if (asked.start || asked.finish)
    throw invalid([{ path: 'finish', code: 'order', message: 'It ends before it begins.' }])
  return planned.start && planned.finish ? { start: planned.start, finish: planned.finish } : null
}

/** The month in which most of the money of others is needed; null where the account never falls below nothing. */
function lowestOf(months: readonly CashMonth[]): { month: string; balance: string } | null {
  let lowest: CashMonth | null = null
  for (const month of months) if (decimal(month.balance).lt(lowest?.balance ?? '0')) lowest = month
  return lowest && { month: lowest.month, balance: lowest.balance }
}

const cents = (amount: Decimal | string) => parseFixed(roundHalfUp(decimal(amount), 2))
