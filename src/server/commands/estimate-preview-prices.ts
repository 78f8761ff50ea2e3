import { z } from 'zod'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { withOfferedPrices, type Oddity } from '#estimating/exchange/gaeb/apply-prices.ts'
import { contentHash } from '#estimating/content-hash.ts'
import type { LineTotals } from '#estimating/estimate-totals.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { offeredPrices } from '../estimate-imports/offered-prices.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { changeOfSum } from '../estimates/change-of-sum.ts'
import { defineCommand } from './command.ts'

/** Beyond these they are counted and not told. */
const mostTold = 500

/**
 * Says what the prices of an uploaded offer (GAEB X84, X86) would make of a version: line by line the price then and now, what
 * the whole comes to, and what of the offer does not fit. Writes nothing, whatever status the version has.
 */
export const previewEstimatePrices = defineCommand({
  name: 'estimate.preview-prices',
  title: 'Look at prices',
  input: z.strictObject({
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    version: z.uuid(),
  }),
  changes: [],
  reads: true,
  async run(context, { file, version }, services) {
    requireWhole(context)
    const offered = await offeredPrices(context, services, { file, version })
    const { stored, document, prices, unknown, missing, offer } = offered
    const [old, now] = [rollUpEstimate(document), rollUpEstimate(withOfferedPrices(document, prices))]
    const rows = new Map(stored.lines.map(({ id, attributes }) => [id, attributes]))
    const lines = prices.flatMap(({ node, number, odd }) => {
      const [before, after] = [old.line(node), now.line(node)]
      if (isSame(before, after) && odd.length === 0) return []
      const row = rows.get(node) ?? {}
      return [
        {
          line: node,
          number,
          title: textOf(row, 'title') ?? '',
          unit: textOf(row, 'unit'),
          quantity: before.quantity,
          rate_before: before.unitRate,
          rate_after: after.unitRate,
          total_before: before.total,
          total_after: after.total,
          change: roundHalfUp(decimal(after.total).minus(before.total), 2),
          odd: odd.map((one) => words[one]),
        },
      ]
    })
    return {
      file,
      /** What was looked at: `estimate.import-prices` takes the prices for just that. */
      seen: await contentHash(document),
      currency: now.currency,
      sums: [
        changeOfSum('Lines at these prices', old.direct, now.direct),
        changeOfSum('Net', old.afterDiscount, now.afterDiscount),
        changeOfSum('Gross', old.gross, now.gross),
      ],
      priced: prices.filter(({ price }) => price !== null).length,
      not_offered: prices.filter(({ odd }) => odd.includes('not_offered')).length,
      /** The offer is for something else than what was asked for. */
      different: prices.filter(({ odd }) => odd.some((one) => one !== 'not_offered')).length,
      /** What the offer takes off its whole, which is not put to any line. */
      discount: offer.discount && { ...offer.discount },
      lines,
      unknown: { count: unknown.length, items: unknown.slice(0, mostTold) },
      missing: {
        count: missing.length,
        lines: missing.slice(0, mostTold).map(({ node, number }) => ({
          line: node,
          number,
          title: textOf(rows.get(node) ?? {}, 'title') ?? '',
          rate: old.line(node).unitRate,
        })),
      },
    }
  },
})

const words: Readonly<Record<Oddity, string>> = {
  not_offered: 'Not offered',
  quantity: 'Another quantity',
  unit: 'Another unit',
  words: 'Other words',
}

const isSame = (before: LineTotals, after: LineTotals): boolean =>
  before.unitRate === after.unitRate && before.total === after.total && before.discount === after.discount
