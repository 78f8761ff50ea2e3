import { z } from 'zod'
import { groupBy } from '#base/group-by.ts'
import { compareEstimates } from '#estimating/compare-estimates.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { documentOf } from '../estimates/document-of.ts'
import { priceItem } from '../estimates/price-item.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, type StoredRow, type StoredVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { AppError } from '#base/app-error.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * What a version would come to with the prices of another day: for each line that was priced by an item its rate then and
 * now, and the difference of the whole. Nothing is written, whatever status the version has.
 */
export const previewReprice = defineCommand({
  name: 'estimate.reprice-preview',
  title: 'Look at prices of another day',
  input: z.strictObject({ version: z.uuid(), date: z.iso.date() }),
  changes: [],
  async run(context, { version, date }) {
    const row = await visibleRow(context, 'estimate_versions', version, 'read')
    for (const key of ['estimate_lines', 'estimate_resources', 'estimate_markups', 'catalogue_items'])
      modelFor(context, key, 'read')
    const stored = await loadVersion(context, version)
    const { resources, missing } = await repriced(context, stored, { ...row.attributes, price_date: date })
    const [before, after] = [documentOf(stored), documentOf({ ...stored, resources })]
    const [old, now] = [rollUpEstimate(before), rollUpEstimate(after)]
    const titles = new Map(after.nodes.map(({ id, title }) => [id, title]))
    const { bridge, changes } = compareEstimates(before, after)
    return {
      currency: now.currency,
      net: { before: old.afterDiscount, after: now.afterDiscount },
      gross: { before: old.gross, after: now.gross },
      price: bridge.price,
      lines: changes.flatMap(({ after: id, price }) =>
        id === null
          ? []
          : [
              {
                line: id,
                title: titles.get(id) ?? '',
                rate_before: old.line(id).unitRate,
                rate_after: now.line(id).unitRate,
                price,
              },
            ],
      ),
      missing,
    }
  },
})

/** The resources with the prices of the day, and the lines whose item has none then: these keep what they have. */
async function repriced(
  context: RecordContext,
  { lines, resources }: StoredVersion,
  asked: Readonly<Record<string, unknown>>,
): Promise<{ resources: StoredRow[]; missing: string[] }> {
  const byLine = groupBy(resources, ({ attributes }) => textOf(attributes, 'line'))
  const replaced = new Map<string, StoredRow>()
  const missing: string[] = []
  for (const { id, attributes } of lines) {
    const item = textOf(attributes, 'item')
    const own = byLine.get(id)?.[0]
    if (textOf(attributes, 'rate_source') !== 'item' || item === null || !own) continue
    try {
      const priced = await visibleRow(context, 'catalogue_items', item, 'read')
      const values = await priceItem(context, priced, asked, textOf(attributes, 'quantity') ?? '0')
      const { price, price_basis } = values
      replaced.set(own.id, { ...own, attributes: { ...own.attributes, price, price_basis } })
    } catch (error) {
      // An item that is gone, or without a price on that day.
      if (!(error instanceof AppError)) throw error
      missing.push(textOf(attributes, 'title') ?? '')
    }
  }
  return { resources: resources.map((row) => replaced.get(row.id) ?? row), missing }
}
