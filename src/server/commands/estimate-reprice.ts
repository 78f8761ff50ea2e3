import { z } from 'zod'
import { keptOnce } from '../estimates/kept-once.ts'
import { planPrices } from '../estimates/plan-prices.ts'
import { isWhole } from '../estimates/price-outlook.ts'
import { textOf } from '../estimates/read-value.ts'
import { repriceLines } from '../estimates/reprice-lines.ts'
import { repricedLines } from '../estimates/repriced-lines.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/**
 * Gives a draft the prices of another day: all its lines that have their price from a recipe or an item, or those that are
 * named. Lines that lack a price on that day keep what they have, and a rate that was typed instead stays. When all are priced
 * anew the version is of that day.
 */
export const repriceEstimate = defineCommand({
  name: 'estimate.reprice',
  title: 'Take prices of another day',
  input: z.strictObject({
    version: z.uuid(),
    date: z.iso.date(),
    lines: z.array(z.uuid()).max(20_000).optional(),
  }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates'],
  async run(context, { version, date, lines: wanted }) {
    const model = modelFor(context, 'estimate_versions', 'update')
    await visibleRow(context, 'estimate_versions', version, 'update')
    // It prices every line and names those it cannot price.
    requireReadable(
      context,
      { estimate_lines: ['title'] },
      'Your role does not see all that this estimate is made of.',
      'all',
    )
    const all = repricedLines(await rowsOf(context, 'estimate_lines', 'version', [version]))
    const named = wanted && new Set(wanted)
    const asked = all.filter(({ line }) => !named || named.has(line.id))
    const plans = await planPrices(context, asked, date)
    const whole = asked.filter(({ line }) => isWhole(plans.get(line.id)))
    const cause = { model_id: model.id, record_id: version }
    await keptOnce(context, cause, async () => {
      await repriceLines(context, whole, cause, { date, keepTyped: true })
      if (!named)
        await updateObjects(context, model, [{ id: version, values: { price_date: date } }], { path: '' })
    })
    const missing = asked.filter((one) => !whole.includes(one))
    return {
      priced: whole.length,
      missing: missing.map(({ line }) => textOf(line.attributes, 'title') ?? ''),
    }
  },
})
