import { z } from 'zod'
import { must } from '#base/assert.ts'
import { compareEstimates } from '#estimating/compare-estimates.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { changeOfSum } from '../estimates/change-of-sum.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { outdatedItems } from '../estimates/outdated-items.ts'
import { priceOutlooks } from '../estimates/price-outlook.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, type StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const mostOutdated = 500

/**
 * What a version would come to with the prices of another day: for each line that was priced by a recipe or an item its rate
 * then and now, and the difference of the whole; and which lines take an item that is no longer to be used. Nothing is written, whatever status the version has.
 */
export const previewReprice = defineCommand({
  name: 'estimate.reprice-preview',
  title: 'Look at prices of another day',
  input: z.strictObject({ version: z.uuid(), date: z.iso.date() }),
  changes: [],
  reads: true,
  async run(context, { version, date }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    modelFor(context, 'catalogue_items', 'read')
    const stored = await loadVersion(context, version)
    const { before, after, priced, missing } = must((await priceOutlooks(context, [stored], date))[0])
    const [old, now] = [rollUpEstimate(before), rollUpEstimate(after)]
    const rows = new Map(stored.lines.map(({ id, attributes }) => [id, attributes]))
    const { bridge, changes } = compareEstimates(before, after)
    return {
      date,
      currency: now.currency,
      net: { before: old.afterDiscount, after: now.afterDiscount },
      gross: { before: old.gross, after: now.gross },
      price: bridge.price,
      /** How the whole gets from the one to the other. */
      sums: [
        changeOfSum('Lines at these prices', old.direct, now.direct),
        changeOfSum('Net', old.afterDiscount, now.afterDiscount),
        changeOfSum('Gross', old.gross, now.gross),
      ],
      priced: priced.length,
      lines: changes.flatMap(({ after: id, price }) =>
        id === null
          ? []
          : [
              {
                line: id,
                number: textOf(rows.get(id) ?? {}, 'number'),
                title: textOf(rows.get(id) ?? {}, 'title') ?? '',
                unit: textOf(rows.get(id) ?? {}, 'unit'),
                quantity: old.line(id).quantity,
                rate_before: old.line(id).unitRate,
                rate_after: now.line(id).unitRate,
                total_before: old.line(id).total,
                total_after: now.line(id).total,
                price,
              },
            ],
      ),
      missing: missing.map(({ line }) => textOf(line.attributes, 'title') ?? ''),
      outdated: (await outdatedLines(context, stored.lines)).slice(0, mostOutdated),
    }
  },
})

async function outdatedLines(
  context: RecordContext,
  lines: readonly StoredRow[],
): Promise<{ line: string; title: string; by: string | null }[]> {
  const outdated = await outdatedItems(context, lines)
  return lines.flatMap(({ id, attributes }) => {
    const item = outdated.get(id)
    return item ? [{ line: id, title: textOf(attributes, 'title') ?? '', by: item.by }] : []
  })
}
