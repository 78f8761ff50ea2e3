import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { contentHash } from '#estimating/content-hash.ts'
import { pricedValues } from '#estimating/exchange/gaeb/apply-prices.ts'
import { offeredPrices } from '../estimate-imports/offered-prices.ts'
import { holdVersions } from '../estimates/hold-versions.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { visibleRow } from '../estimates/visible-row.ts'
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
 * offer afterwards, which is not 0. `estimate.preview-prices` says before what that comes to, and of what: numbers follow from
 * the place, so that the number of one line may be that of another by now. With `seen` the prices are refused then.
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
    /** As `estimate.preview-prices` answered it. */
    seen: z.string().max(64).optional(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines'],
  async run(context, { file, version, lines, seen }, services) {
    const model = modelFor(context, 'estimate_lines', 'update')
    await visibleRow(context, 'estimate_versions', version, 'read')
    await holdVersions(context, [version])
    const { document, prices, unknown, missing } = await offeredPrices(context, services, { file, version })
    if (seen !== undefined && seen !== (await contentHash(document)))
      throw invalid([
        {
          path: 'seen',
          code: 'changed',
          message: 'The estimate was changed since these prices were looked at. Look at them again.',
        },
      ])
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
