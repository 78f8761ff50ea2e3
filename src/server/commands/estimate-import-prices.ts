import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { applyPrices } from '#estimating/exchange/gaeb/apply-prices.ts'
import { estimateToBill } from '#estimating/exchange/gaeb/estimate-to-bill.ts'
import { readBill } from '../estimate-imports/read-estimate-file.ts'
import { uploadedFile } from '../estimate-imports/uploaded-file.ts'
import { documentOf } from '../estimates/document-of.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

const named = (numbers: readonly string[]): string =>
  `${numbers.slice(0, 20).join(', ')}${numbers.length > 20 ? ' …' : ''}`

/**
 * Puts the prices of an offer (GAEB X84, X86) to the lines of a draft, by their numbers. A line that is made of resources
 * gets the price instead of theirs; one that was not offered has none afterwards, which is not 0.
 */
export const importEstimatePrices = defineCommand({
  name: 'estimate.import-prices',
  title: 'Import prices',
  input: z.strictObject({
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    version: z.uuid(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines'],
  async run(context, { file, version }, services) {
    const model = modelFor(context, 'estimate_lines', 'update')
    await visibleRow(context, 'estimate_versions', version, 'read')
    const bill = readBill((await uploadedFile(context, services, file)).bytes)
    const document = documentOf(await loadVersion(context, version))
    const asked = { phase: '84' as const, name: '', project: null, hiddenMarkups: new Set<string>() }
    const { prices, unknown, missing } = applyPrices(bill, estimateToBill(document, asked).numbers)
    if (prices.length === 0)
      throw new AppError('invalid', 'No item of this file has a number that the estimate has.')
    const made = new Set(
      document.nodes.flatMap((node) => (node.kind === 'line' && node.resources.length > 0 ? [node.id] : [])),
    )
    const changes = prices.map(({ node, price, discountPct }) => ({
      id: node,
      values: { [made.has(node) ? 'rate_override' : 'unit_rate']: price, discount_pct: discountPct },
    }))
    await keptOnce(context, { definition: true }, async () => {
      for (let start = 0; start < changes.length; start += 500)
        await updateObjects(context, model, changes.slice(start, start + 500), { path: '' })
    })
    const notes = [
      ...(unknown.length > 0 ? [`Not in the estimate: ${named(unknown)}.`] : []),
      ...(missing.length > 0 ? [`Not in the file: ${named(missing)}.`] : []),
    ]
    return { priced: changes.length, notes }
  },
})
