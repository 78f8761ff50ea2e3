import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { pricedValues } from '#estimating/exchange/gaeb/apply-prices.ts'
import { offeredPrices } from '../estimate-imports/offered-prices.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

const named = (numbers: readonly { number: string }[]): string =>
  `${numbers
    .slice(0, 20)
    .map(({ number }) => number)
    .join(', ')}${numbers.length > 20 ? ' …' : ''}`

/**
 * Puts the prices of an offer (GAEB X84, X86) to the lines of a draft, by their numbers: to all that it names, or to those that
 * are chosen. A line that is made of resources gets the price instead of theirs; one that was not offered has none of the
 * offer afterwards, which is not 0. `estimate.preview-prices` says before what that comes to.
 */
export const importEstimatePrices = defineCommand({
  name: 'estimate.import-prices',
  title: 'Import prices',
  input: z.strictObject({
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    version: z.uuid(),
    /** Only the prices of these. */
    lines: z.array(z.uuid()).max(20_000).optional(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines'],
  async run(context, { file, version, lines }, services) {
    const model = modelFor(context, 'estimate_lines', 'update')
    const { document, prices, unknown, missing } = await offeredPrices(context, services, { file, version })
    const chosen = lines && new Set(lines)
    const taken = prices.filter(({ node }) => !chosen || chosen.has(node))
    if (taken.length === 0) throw new AppError('invalid', 'None of the chosen lines is in this file.')
    const made = new Set(
      document.nodes.flatMap((node) => (node.kind === 'line' && node.resources.length > 0 ? [node.id] : [])),
    )
    const changes = taken.map((offered) => {
      const { unitRate, unitRateOverride, discountPct } = pricedValues(offered, made.has(offered.node))
      return {
        id: offered.node,
        values: {
          ...(unitRate !== undefined && { unit_rate: unitRate }),
          ...(unitRateOverride !== undefined && { rate_override: unitRateOverride }),
          discount_pct: discountPct,
        },
      }
    })
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
